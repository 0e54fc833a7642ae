import { describe, expect, it } from 'vitest';
import { renderDigest } from '../../src/notifications/compose.ts';
import { aDue, aPiece, deadlines, examples, news } from './examples.ts';

const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</td></tr></table><style>*{display:none}</style>',
  '<!--[if mso]><xml></xml><![endif]-->',
  'javascript:alert(1)',
  '[premio](https://malo.example) https://malo.example/?a=1&b=2',
  'Revisar\r\nBcc: otro@empresa.mx\r\n\r\n<h1>Hola</h1>',
  'factura\u202Efdp.exe\u2066',
  '&lt;b&gt; &amp;amp; &#60;',
  'ñÑ áéíóú 👩🏽‍🔧',
  'W'.repeat(300),
];

const everywhere = (text: string) => [
  ...(['assigned', 'verificationRequested', 'verified', 'rejected', 'canceled', 'extended'] as const).map((kind) =>
    news(
      text,
      aPiece(kind, {
        topic: text,
        text,
        owner: text,
        assignee: text,
        by: text,
        comment: text,
        resolution: text,
        extensionReason: text,
      }),
    ),
  ),
  news(
    text,
    aPiece('rejected', { text, comment: text }),
    aPiece('verificationRequested', { topic: text, text, resolution: text, assignee: text }),
  ),
  deadlines(text, aDue(1, -2, text, { topic: text }), aDue(2, 1, text, { isMine: false, assignee: text })),
  deadlines(text, aDue(1, 1, text, { topic: text })),
];

const tagsOf = (html: string) => [...html.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<(\/?)([a-z][a-z0-9]*)((?:[^>"]|"[^"]*")*)>/gi)];
const attributesOf = (attributes = '') => [...attributes.matchAll(/([a-z-]+)="/gi)].map(([, name]) => name);
const ALONE = ['meta', 'br'];

/** Every element is closed by its own end tag, in turn. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, end, name = ''] of tagsOf(html)) {
    if (ALONE.includes(name)) continue;
    if (!end) open.push(name);
    else if (open.pop() !== name) return false;
  }
  return open.length === 0;
}

describe('any text that people write', () => {
  const plain = everywhere('Contar los equipos').map((content) =>
    tagsOf(renderDigest(content, []).html).map(([, end, name]) => `${end}${name}`),
  );

  for (const text of HOSTILE)
    it(`stays text: ${JSON.stringify(text.slice(0, 40))}`, () => {
      everywhere(text).forEach((content, n) => {
        const { subject, html } = renderDigest(content, []);
        const tags = tagsOf(html).map(([, end, name]) => `${end}${name}`);
        expect(tags.filter((tag) => tag !== 'br')).toEqual(plain[n]?.filter((tag) => tag !== 'br'));
        expect([...html.matchAll(/href="([^"]*)"/g)].every(([, url]) => url?.startsWith('https://bitacora.empresa.mx/'))).toBe(true);
        expect(subject).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
        expect([...subject].length).toBeLessThanOrEqual(120);
      });
    });
});

it('a link stays inside its attribute', () => {
  const url = `https://bitacora.empresa.mx/"onmouseover="alert(1)'<b>`;
  const { html } = renderDigest({ ...deadlines('Ana', aDue(1, 1, 'Contar', { url })), preview: '"\'' }, [{ label: 'Contacto', url }]);
  expect(html.match(/href="https:\/\/bitacora.empresa.mx\/&quot;onmouseover=&quot;alert\(1\)&#39;&lt;b&gt;"/g)).toHaveLength(2);
  expect(html).not.toContain('"onmouseover');
});

describe('every letter', () => {
  for (const [name, { content, links }] of Object.entries(examples))
    it(`${name} is a page that any mail program draws, and that loads nothing`, () => {
      const { html, text } = renderDigest(content, links);
      expect(html).not.toMatch(/<(img|script|link|iframe|form|svg)\b|src=|url\(|@import|@font-face|display:\s*(flex|grid)/i);
      expect(isBalanced(html)).toBe(true);
      for (const [tag, , , attributes] of tagsOf(html)) {
        const names = attributesOf(attributes);
        expect(new Set(names).size, tag).toBe(names.length);
      }
      expect(html).toContain('lang="es-MX"');
      const prose = text.split('\n').filter((line) => !line.includes('http') && !line.includes('mailto:'));
      expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(80);
    });
});
