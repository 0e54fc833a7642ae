import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { renderManual } from './manual-page.ts';
import { paths } from './src/app/paths.ts';

/** A page without network needs code, styles and the fonts of Spanish. */
const IN_SHELL = /\.(js|css)$|-latin-wght-normal-[^.]*\.woff2$/;
const OUTSIDE_ASSETS = ['/index.html', '/ayuda', '/theme.js', '/icon.svg', '/icon-192.png', '/manifest.webmanifest'];
const assetFile = (address: string) => (address === '/ayuda' ? 'ayuda.html' : address);

/** Builds the service worker into one file beside the page, with the list of what it keeps. */
export const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const names = (await readdir(path.join(dir, 'assets'))).filter((name) => IN_SHELL.test(name)).sort();
    const shell = [...OUTSIDE_ASSETS, ...names.map((name) => `/assets/${name}`)];
    // These keep their names when they change.
    const plain = await Promise.all(OUTSIDE_ASSETS.map((name) => readFile(path.join(dir, assetFile(name)))));
    const version = createHash('sha256').update(shell.join());
    for (const bytes of plain) version.update(bytes);
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'warn',
      define: {
        SHELL: JSON.stringify(shell),
        SHELL_NAME: JSON.stringify(version.digest('hex').slice(0, 16)),
      },
      build: {
        outDir: dir,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'es2023',
        rolldownOptions: {
          input: path.join(import.meta.dirname, 'src/offline/service-worker.ts'),
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    });
  },
});

/** Fonts and pictures are compressed already. */
const COMPRESSED_FILES = /\.(js|css|svg)$/;
const brotliHardest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Lays `.br` and `.gz` beside every file of the build and the manual; the server picks one. Browsers take Brotli over https only, so both are needed. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const assets = path.join(dir, 'assets');
    const names = (await readdir(assets)).filter((name) => COMPRESSED_FILES.test(name));
    await Promise.all([...names.map((name) => path.join(assets, name)), path.join(dir, 'ayuda.html')].map(compress));
  },
});

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotliHardest));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const THEME_SCRIPT = 'src="/theme.js"';

/** Gives the script that a page waits for a name with its hash, because browsers ask again for others at each visit. */
export const themeScript = (): Plugin => ({
  name: 'theme-script',
  apply: 'build',
  enforce: 'post',
  generateBundle(_, bundle) {
    const name = this.getFileName(this.emitFile({ type: 'asset', name: 'theme.js', source: readWebFile('public/theme.js') }));
    const page = bundle['index.html'];
    if (page?.type !== 'asset' || !String(page.source).includes(THEME_SCRIPT)) throw new Error('the page has no theme script');
    page.source = String(page.source).replace(THEME_SCRIPT, `src="/${name}"`);
  },
});

const MANUAL_STYLES = ['fonts', 'tokens', 'base', 'manual'].map((name) => `src/styles/${name}.css`);
const MANUAL_ADDRESS = '/ayuda';
const readWebFile = (name: string) => readFileSync(path.join(import.meta.dirname, name));

/** Writes the manual beside the page of the product. It shares no script with it, so no screen grows. */
export const manualPage = (): Plugin => ({
  name: 'manual',
  generateBundle(_, bundle) {
    const font = (file: string) => {
      const name = path.parse(file).name;
      const emitted = Object.keys(bundle).find((key) => path.basename(key).startsWith(`${name}-`) && key.endsWith('.woff2'));
      if (!emitted) throw new Error(`the build has no font ${file}`);
      return `/${emitted}`;
    };
    const emit = (name: string, source: string | Buffer) => `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
    const styles = MANUAL_STYLES.map((name) => readWebFile(name).toString()).join('\n');
    const sheet = emit(
      'ayuda.css',
      styles.replaceAll(/url\("@fontsource[^"]*\/([^"/]+)"\)/g, (_, file) => `url("${font(file)}")`),
    );
    const html = renderManual({ styles: [sheet], picture: (file) => emit(path.basename(file), readFileSync(file)) });
    this.emitFile({ type: 'asset', fileName: 'ayuda.html', source: html });
  },
  configureServer({ middlewares }) {
    middlewares.use(MANUAL_ADDRESS, (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(renderManual({ styles: MANUAL_STYLES.map((name) => `/${name}`), picture: (file) => `/@fs${file}` }));
    });
  },
});

/** Builds what draws pages on the server, from the screens themselves, into a folder beside the page. */
export const serverPages = (): Plugin => ({
  name: 'server-pages',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: { ssr: 'src/draw-page.tsx', outDir: path.join(dir, 'server'), copyPublicDir: false, target: 'node24', minify: true },
    });
  },
});

/** It matches an address of `routes.tsx` and the file of its screen. */
const ROUTE = /page\(([^,]+), \(\) => import\('\.\/([^']+)'\)/g;

/** Writes `preloads.json`, which has for each address the files of its screen that `index.html` does not load itself. */
export const screenPreloads = (): Plugin => ({
  name: 'screen-preloads',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const collectFiles = (chunk: Rolldown.OutputChunk | undefined, files = new Set<string>()): Set<string> => {
      if (!chunk || files.has(chunk.fileName)) return files;
      files.add(chunk.fileName);
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
      for (const name of chunk.imports)
        collectFiles(
          chunks.find(({ fileName }) => fileName === name),
          files,
        );
      return files;
    };
    const findChunk = (source: string) => chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/src/${source}`));
    const inPage = collectFiles(chunks.find(({ isEntry }) => isEntry));
    const frame = collectFiles(findChunk('layout/shell.tsx'));
    const preloads = [...readWebFile('src/routes.tsx').toString().matchAll(ROUTE)].map(([, address = '', screen = '']) => {
      const files = [...new Set([...frame, ...collectFiles(findChunk(screen))])].filter((name) => !inPage.has(name));
      // The server knows one name of a parameter.
      return [String(new Function('paths', `return ${address}`)(paths)).replace(/:\w+$/, ':id'), files.map((name) => `/${name}`)];
    });
    await writeFile(path.join(dir, 'preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
  },
});
