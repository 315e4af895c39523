/* Put a copy of each file beside it, packed by Brotli and by gzip, several at a time: node pack.mjs FILE … */

import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
await Promise.all(process.argv.slice(2).map(async (file) => {
  const data = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(data, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(data, { level: 9 }));
}));
