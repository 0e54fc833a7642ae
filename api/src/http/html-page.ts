import { randomBytes } from 'node:crypto';
import type { Context } from 'koa';
import { type Colour, colours } from '../mail/html.ts';

const paint = (shade: 0 | 1) => {
  const colour = (name: Colour) => colours[name][shade];
  return `body{background:${colour('ground')};color:${colour('ink')}}main{background:${colour('surface')};border-color:${colour('line')}}
.brand,a{color:${colour('accent')}}button{background:${colour('accent')};color:${colour('accent-ink')}}`;
};
const style = `:root{color-scheme:light dark}body{margin:0;padding:24px 12px;font:15px/24px Inter,'Segoe UI',Helvetica,Arial,sans-serif}
main{max-width:536px;margin:0 auto;padding:28px 32px;border:1px solid;border-radius:12px}.brand{margin:0;font-size:13px;font-weight:600;letter-spacing:.06em}
h1{margin:16px 0 8px;font-size:20px;line-height:28px}h2{margin:20px 0 4px;font-size:16px}li{overflow-wrap:anywhere}p{margin:0 0 16px}label{display:flex;gap:12px;align-items:center;min-height:44px}
input{width:20px;height:20px;flex:none;accent-color:${colours.accent[0]}}button{margin:12px 0 20px;padding:12px 20px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer}
a{display:inline-block;padding:10px 0}@media (max-width:480px){body{padding:0}main{border:0;border-radius:0;padding:24px 20px}}
${paint(0)}@media (prefers-color-scheme:dark){${paint(1)}}`;

/** A page of its own beside the web: no script, and nothing from elsewhere. `title` and `body` are HTML. */
export function answerPage(ctx: Context, status: number, title: string, body: string): void {
  const nonce = randomBytes(16).toString('base64');
  ctx.set(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.type = 'html';
  ctx.body = `<!doctype html>
<html lang="es-MX"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><style nonce="${nonce}">${style}</style></head>
<body><main><p class="brand">BITÁCORA</p><h1>${title}</h1>
${body}</main></body></html>
`;
}
