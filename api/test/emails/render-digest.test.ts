import { describe, expect, it } from 'vitest';
import { renderDigest } from '../../src/notifications/compose.ts';
import { examples } from './examples.ts';

describe('writes, in text and in HTML,', () => {
  for (const [name, { content, links }] of Object.entries(examples)) {
    it(name, () => {
      const { subject, text, html } = renderDigest(content, links);
      expect(`${subject}\n\n${text}`).toMatchSnapshot('text');
      expect(html).toMatchSnapshot('html');
    });
  }
});
