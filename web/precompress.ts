import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Fonts and pictures are compressed already. */
const WORTH_IT = /\.(js|css|svg)$/;
const brotliHardest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Lays `.br` and `.gz` beside every file of the build and the manual; the server picks one. Browsers take Brotli over https only, so both are needed. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const assets = path.join(dir, 'assets');
    const names = (await readdir(assets)).filter((name) => WORTH_IT.test(name));
    await Promise.all([...names.map((name) => path.join(assets, name)), path.join(dir, 'ayuda.html')].map(compress));
  },
});

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliHardest));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}
