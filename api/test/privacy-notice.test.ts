import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningApp, runningApp } from './running-app.ts';

let app: RunningApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'bitacora-notice-'));
  file = path.join(folder, 'aviso.txt');
  app = await runningApp({ privacyNotice: file });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

const page = async () => {
  const answer = await fetch(`${app.origin}/aviso-de-privacidad`);
  return { status: answer.status, csp: answer.headers.get('content-security-policy'), html: await answer.text() };
};

it('says that there is no notice while the file is missing, and shows it once it is there, without a login', async () => {
  expect(await page()).toMatchObject({ status: 200, html: expect.stringContaining('todavía no publica su aviso de privacidad') });
  await writeFile(
    file,
    '# Quién trata tus datos\nComercial del Norte\nMonterrey\n\n- nombre\n- correo\n\n<script>alert(1)</script> & "más"',
  );
  const { status, csp, html } = await page();
  expect(status).toBe(200);
  expect(csp).toContain("default-src 'none'");
  expect(html).toContain('<h2>Quién trata tus datos</h2><p>Comercial del Norte<br>Monterrey</p><ul><li>nombre</li><li>correo</li></ul>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp;');
  expect(html).not.toContain('<script>');
});
