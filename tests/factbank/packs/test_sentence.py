"""Templates: what is read is what Jinja2 would have made of it, and nothing else is read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factbank.check import load
from factbank.english.grammar import FILTERS
from factbank.errors import FactError
from factbank.packs.reader import Ref, _parts_by_jinja, _plain_parts, built_in_names, environment, parse
from tests.sampling import WHOLE

SLOTS = {"animal": None, "who": ("name", "his")}


def test_a_template_comes_apart_into_text_and_places():
    found = parse("{{ who.name }} lost {{ who.his }} {{ animal | plural }}.", SLOTS)
    name, his, animal = Ref("who", "name", ()), Ref("who", "his", ()), Ref("animal", None, ("plural",))
    assert found.parts == (name, " lost ", his, " ", animal, ".")
    assert list(found.refs) == [name, his, animal]
    assert found.fixed.count("\ufffc") == 3


pieces = st.one_of(
    st.text(
        st.characters(codec="utf-8", exclude_characters="{}#%\n\r", categories=["L", "N", "P", "Zs"]),
        min_size=1,
        max_size=9,
    ),
    st.builds("{{{{ animal{} }}}}".format, st.sampled_from(["", " | plural", " | a", "|a|a", " | plural | a"])),
    st.sampled_from(["{{ who.name }}", "{{who.his}}", "{{ who.name | a }}", "{{- animal }}", "{# a note #}"]),
)


@given(st.lists(pieces, max_size=6).map("".join))
def test_what_is_set_here_is_what_jinja_renders(source):
    found = parse(source, SLOTS)
    values = {"animal": "owl", "who": {"name": "Ann", "his": "her"}}
    made = ""
    for part in found.parts:
        if isinstance(part, str):
            made += part
            continue
        text = values[part.slot][part.form] if part.form else values[part.slot]
        for name in part.filters:
            text = FILTERS[name](text)
        made += text
    assert made == environment().from_string(source).render(values)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("{{ goat }}", "unknown slot “goat”; the slots are: animal, who"),
        ("{{ animal | upper }}", "unknown filter “upper”; there are plural, a, ordinal, words"),
        ("{{ animal | plural(2) }}", "takes none"),
        ("{{ animal.name }}", "have no forms"),
        ("{{ who }}", "without a form; write one of who.name, who.his"),
        ("{{ who.age }}", "there are who.name, who.his"),
        ("{{ who.name.first }}", "not getattr"),
        ("{{ 'x' }}", "not const"),
        ("{{ 3 }}", "not const"),
        ("{{ animal ~ who.name }}", "not concat"),
        ("{% if animal %}x{% endif %}", "{% … %}"),
        ("{{ animal", "can't be read"),
        ("{{ animal | plural | a | a | a }}", "more than three filters"),
        ("x" * 401, "at most 400"),
    ],
)
def test_everything_else_is_refused_with_what_would_be_right(source, said):
    with pytest.raises(FactError) as caught:
        parse(source, SLOTS)
    assert said in str(caught.value)


def test_the_environment_is_sandboxed_strict_and_bare():
    from jinja2 import StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    made = environment()
    assert isinstance(made, SandboxedEnvironment)
    assert made.undefined is StrictUndefined
    assert not made.globals
    assert not made.tests
    assert set(made.filters) == set(FILTERS)


HOUSES = [text for name in built_in_names() for topic in load(name).topics for text in (topic.title, *topic.claims)]
ODD = [
    "{{ not }}", "{{ none.a }}", "{{ a|a }}", "{{a}}", "x } y", "{# c #}", "x\n", "{{ a.b.c }}",
    "{{ a | a | a | a | a }}", "",
]  # fmt: skip


@pytest.mark.parametrize("source", [*HOUSES[:: 1 if WHOLE else 40], *ODD])
def test_a_plain_template_is_read_as_jinja_reads_it(source):
    plain = _plain_parts(source)
    assert plain is None if source in ODD[:-1] else plain == _parts_by_jinja(source)
