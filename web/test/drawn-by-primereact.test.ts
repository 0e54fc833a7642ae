import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../src');
const files = fs.globSync('**/*.tsx', { cwd: source });

/** A control or a message that the browser draws, or whose role our own element takes. */
const PLAIN =
  /<(?:button|input|select|textarea|details|summary|datalist|progress|meter|output)\b[^>]*|role="(?:alert|status|button|checkbox|radio|switch|progressbar)"/g;

/** Nobody sees the file chooser and the name beside a new password; decision 6 says why suggestions are the browser's. */
const exceptions = [/type="file"/, /\shidden/, /^<datalist/];

it('every button, input, choice and message comes from PrimeReact, in every state of every screen', () => {
  const plain = files.flatMap((file) =>
    [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(PLAIN)]
      // The login, which is loaded with it, has no room for a Message.
      .filter(([tag]) => file !== 'ui/failed.tsx' || tag !== 'role="alert"')
      .filter(([tag]) => !exceptions.some((exception) => exception.test(tag)))
      .map(([tag]) => `${file}: ${tag.replace(/\s+/g, ' ').slice(0, 80)}`),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(plain).toEqual([]);
});
