import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { calendarDate } from '../core/src/domain/calendar.ts';
import { connectBrowser, logIn, logInByForm, visit } from './browser.ts';
import { sessionClient } from './client.ts';
import { mailedLink } from './mail.ts';
import { registerNewcomer } from './newcomer.ts';
import { button, choose, findRow, inDialog, notice, typeDay } from './on-screen.ts';
import { picture } from './picture.ts';

const browserEndpoint = inject('browserEndpoint');

describe.runIf(browserEndpoint)('coming in', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connectBrowser(browserEndpoint as string);
  });
  afterAll(() => browser?.close());

  it('greets a demo manager, with nothing to complain about', async () => {
    const { page, context, complaints } = await visit(browser, inject('productUrl'));
    await logInByForm(page, 'gerente@demo.mx');
    await page.getByText(/^Buen[oa]s (días|tardes|noches), /).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('asks for neither session nor rows that came with the page, and once for those that were late', async () => {
    const { page, context, complaints } = await visit(browser, inject('productUrl'));
    await logIn(page, 'empleado@demo.mx');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/My_Activities');
    await page.getByRole('row').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const count = (path: string) => requests.filter((address) => address === path).length;
    expect(count('/api/get-session')).toBe(0);
    const late = await page.evaluate(() => document.getElementById('first-calls')?.textContent?.includes('"rows":') === false);
    expect(count('/api/get_all_activities')).toBe(late ? 1 : 0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('shows nothing of a person to the next one at the same browser', async () => {
    const { page, context } = await visit(browser, inject('productUrl'));
    await logIn(page, 'empleado@demo.mx');
    await page.goto('/My_Activities');
    const first = page.getByRole('row').nth(1).getByRole('link');
    const own = (await first.first().textContent()) as string;
    await button(page, 'Cerrar sesión').click();
    await page.getByLabel('Correo electrónico').fill('gerente@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.waitForURL('**/Home');
    for (const go of [() => page.goto('/My_Activities'), () => page.reload(), () => page.goBack()]) {
      await go();
      await page.locator('main h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('link', { name: own, exact: true }).count()).toBe(0);
    }
    await context.close();
  });

  it('reads a kept image in its session alone, not after a logout, as somebody else or once the session ended elsewhere', async () => {
    const { page, context } = await visit(browser, inject('productUrl'));
    const elsewhere = await visit(browser, inject('productUrl'));
    await logIn(page, 'gerente@demo.mx');
    const client = sessionClient(context);
    const [topic] = await client.listTopics();
    const image = new File([new Uint8Array(picture('foto.png', 90).buffer)], 'foto.png', { type: 'image/png' });
    const facts = { description: 'Con foto', priority: 'normal', dueOn: calendarDate('2030-12-31'), repeats: null } as const;
    const { id } = await client.registerOwnActivity({ topicId: topic?.id as number, ...facts, images: [image] });
    const [evidence] = await client.listEvidence({ activityId: id });
    /** A page of ours reads it; `force-cache` also takes a copy that is stale. */
    const read = (cache: RequestCache) =>
      page.evaluate(
        async ({ url, cache }) => {
          const response = await fetch(url, { cache });
          await response.arrayBuffer();
          const [entry] = performance.getEntriesByName(new URL(url, location.href).href).slice(-1) as PerformanceResourceTiming[];
          return { status: response.status, isKept: entry?.transferSize === 0 };
        },
        { url: evidence?.url as string, cache },
      );
    const enter = async () => {
      await logIn(page, 'gerente@demo.mx');
      await page.goto('/Home');
      await read('default');
      expect(await read('default')).toEqual({ status: 200, isKept: true });
    };
    const atLogin = () => page.getByLabel('Correo electrónico').waitFor();

    await enter();
    await button(page, 'Cerrar sesión').click();
    await atLogin();
    expect((await read('force-cache')).status).toBe(401);

    await enter();
    await logIn(page, 'empleado@demo.mx');
    expect((await read('force-cache')).status).toBe(404);

    await enter();
    await logIn(elsewhere.page, 'gerente@demo.mx');
    await sessionClient(elsewhere.context).endOtherSessions();
    await page.goto('/Home');
    await atLogin();
    expect((await read('force-cache')).status).toBe(401);
    await elsewhere.context.close();
    await context.close();
  });

  it('who logs out leaves in every tab', async () => {
    const { page, context, complaints } = await visit(browser, inject('productUrl'));
    await logIn(page, 'gerente@demo.mx');
    await page.goto('/Home');
    const other = await context.newPage();
    await other.goto('/My_Activities');
    await button(other, 'Cerrar sesión').waitFor();
    await button(page, 'Cerrar sesión').click();
    await other.getByLabel('Correo electrónico').waitFor();
    expect(new URL(other.url()).pathname).toBe('/');
    // A read that was under way during the logout answers 401, and the browser logs that.
    expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([]);
    await context.close();
  });

  it('sends nothing of one person in the session of another who came in a second tab', async () => {
    const { page, context } = await visit(browser, inject('productUrl'));
    const text = `Revisar la bitácora ${Date.now()}`;
    await logIn(page, 'gerente@demo.mx');
    await page.goto('/Home');
    const person = page.locator('.shell-menu .menu-name');
    const manager = (await person.textContent()) ?? '';
    const write = async () => {
      await page.goto('/Record_new_activity');
      await choose(page, 'Tema', 'Producción de la línea 1');
      await page.getByRole('textbox', { name: 'Descripcion de Actividad' }).fill(text);
      await typeDay(page, '31/12/2030');
    };
    // Without a moment between the sessions, in which the page would notice that nobody is logged in.
    const another = (email: string) => logIn(page, email);
    await write();
    // The send itself notices it.
    await another('empleado@demo.mx');
    await button(page, 'Registrar Actividad').click();
    await person.filter({ hasNotText: manager }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Descripcion de Actividad' }).inputValue()).toBe('');
    await findRow(page, '/My_Activities', text);
    await page.getByText('Ninguna actividad coincide con lo que buscas.').waitFor();
    // Another tab says it: the page is drawn for who is there now, with what they left.
    await page.goto('/Record_new_activity');
    await person.waitFor();
    await another('gerente@demo.mx');
    const other = await context.newPage();
    await other.goto('/Home');
    await person.filter({ hasText: manager }).waitFor();
    await page.getByText(text).waitFor();
    await context.close();
  });

  it('does not say whether the password was wrong', async () => {
    const { page, context } = await visit(browser, inject('productUrl'));
    await page.goto('/');
    await page.getByLabel('Correo electrónico').fill('gerente@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('equivocada');
    await page.getByRole('button', { name: 'Entrar' }).click();
    await page.getByText('Usuario o Contraseña incorrectas').waitFor();
    await context.close();
  });

  it('who forgot the password asks for a token by mail and sets another', async () => {
    const manager = await visit(browser, inject('productUrl'));
    await logIn(manager.page, 'gerente@demo.mx');
    const mark = String(Date.now()).slice(-8);
    const facts = { employeeNumber: mark, email: `olvido.${mark}@demo.mx` };
    const email = await registerNewcomer(manager.context, inject('outboxDir'), facts);
    const invitation = await mailedLink(inject('outboxDir'), email);
    await manager.context.close();
    const { page, context, complaints } = await visit(browser, inject('productUrl'));
    await page.goto('/');
    await button(page, '¿Olvidaste tu contraseña?').click();
    await inDialog(page).getByLabel('Correo electrónico').fill(email);
    await button(page, 'Enviar token').click();
    await notice(page, 'Correo enviado correctamente. Revisa tu bandeja de entrada.');

    const token = new URLSearchParams(new URL(await mailedLink(inject('outboxDir'), email, [invitation])).hash.slice(1)).get('token') ?? '';
    await inDialog(page).getByLabel('Token', { exact: true }).fill(token);
    await page.getByLabel('Nueva contraseña', { exact: true }).fill('Otra clave 22');
    await page.getByLabel('Confirma la nueva contraseña').fill('Otra clave 23');
    await button(page, 'Restablecer contraseña').click();
    await notice(page, 'Las contraseñas no coinciden.');
    await page.getByLabel('Confirma la nueva contraseña').fill('Otra clave 22');
    await button(page, 'Restablecer contraseña').click();
    await notice(page, 'Su contraseña ha sido restablecida exitosamente.');

    await page.getByLabel('Correo electrónico').fill(email);
    await page.getByLabel('Contraseña', { exact: true }).fill('Otra clave 22');
    await button(page, 'Entrar').click();
    await page.waitForURL('**/Home');
    expect(complaints).toEqual([]);
    await context.close();
  });
});
