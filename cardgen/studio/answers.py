"""What a request brings and what an answer is: forms, pictures, PDFs, files that are sent as they are."""

from __future__ import annotations

import mimetypes
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from cardgen.errors import PrintError
from cardgen.studio.templating import static_file

MOST_BODY = 64_000  # bytes of a form


async def static(request: Request) -> Response:
    """A file that is sent as it is."""
    file = static_file(request.path_params["name"])
    if file is None:
        return PlainTextResponse("There is no such file.", 404)
    kind = "font/woff2" if file.suffix == ".woff2" else mimetypes.guess_type(file.name)[0]
    return FileResponse(file, media_type=kind)


def picture_of(data: bytes) -> Response:
    """Return a picture, by its first bytes a PNG or a JPEG."""
    return Response(data, media_type="image/png" if data.startswith(b"\x89PNG") else "image/jpeg")


def pdf(data: bytes, name: str) -> Response:
    """Return a PDF to be looked at and printed."""
    said = {"content-disposition": f'inline; filename="{name}"'}
    return Response(data, media_type="application/pdf", headers=said)


async def form_of(request: Request) -> dict[str, str]:
    """Return the fields of a form. Raises PrintError for what is none, or too large."""
    if request.headers.get("content-type", "").partition(";")[0] != "application/x-www-form-urlencoded":
        raise PrintError("that is no form of this page")
    data = b""
    async for piece in request.stream():
        data += piece
        if len(data) > MOST_BODY:
            raise PrintError(f"a form has {MOST_BODY} bytes at most")
    try:
        fields = parse_qsl(data.decode(), keep_blank_values=True, max_num_fields=200)
    except ValueError:
        raise PrintError("that is no form of this page") from None
    return dict(fields)
