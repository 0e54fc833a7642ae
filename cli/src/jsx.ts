import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** Lets this process import `.tsx`, which Node does not strip by itself. Only the full-screen app needs it. */
export function readJsx(): void {
  registerHooks({
    load(url, context, next) {
      if (!url.endsWith('.tsx')) return next(url, context);
      const file = fileURLToPath(url);
      const { code, errors } = transformSync(file, readFileSync(file, 'utf8'), { lang: 'tsx', jsx: { runtime: 'automatic' } });
      if (errors.length > 0) throw new SyntaxError(`${file}: ${errors.map(({ message }) => message).join('\n')}`);
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
