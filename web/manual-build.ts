import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { renderManual } from './manual-page.ts';

const STYLES = ['fonts', 'tokens', 'base', 'manual'].map((name) => `src/styles/${name}.css`);
const ADDRESS = '/ayuda';
const read = (name: string) => readFileSync(path.join(import.meta.dirname, name));

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
    const styles = STYLES.map((name) => read(name).toString()).join('\n');
    const sheet = emit(
      'ayuda.css',
      styles.replaceAll(/url\("@fontsource[^"]*\/([^"/]+)"\)/g, (_, file) => `url("${font(file)}")`),
    );
    const html = renderManual({ styles: [sheet], picture: (file) => emit(path.basename(file), readFileSync(file)) });
    this.emitFile({ type: 'asset', fileName: 'ayuda.html', source: html });
  },
  configureServer({ middlewares }) {
    middlewares.use(ADDRESS, (_, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(renderManual({ styles: STYLES.map((name) => `/${name}`), picture: (file) => `/@fs${file}` }));
    });
  },
});
