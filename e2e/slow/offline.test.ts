import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dataFolder, installation, launch, untilReady } from '../../api/test/process/product.ts';
import type { PushMessage } from '../../core/src/domain/notifications/delivery.ts';
import { freePort } from '../../core/src/embedded-postgres/postmaster.ts';
import { FLAGS, logIn } from '../browser.ts';
import { assign, sessionClient } from '../client.ts';
import { findBrowser } from '../find-browser.ts';
import { button, inDialog } from '../on-screen.ts';
import { largePicture } from '../picture.ts';

const isDeep = process.env.DEEP === '1';
const ACTIVITIES = isDeep ? 10 : 2;
const PHOTOS_EACH = isDeep ? 5 : 3;
/** How long the network stays, and how long it is away. */
const CUT_MS = isDeep ? 5_000 : 2_000;

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const CONSULT = '/Consult_My_Activity/';
const CONSULT_ASSIGNED = '/Consult_Activitie_Assigned/';

/** A phone of its own, whose storage survives the browser. */
async function openPhone(folder: string, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: (await findBrowser()) as string,
    args: FLAGS,
    baseURL,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(60_000);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

const isControlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);
/** How many rows the device keeps, read beside the page, because its bar comes later than the page. */
const keptRows = (page: Page, store: 'queue' | 'replies'): Promise<number> =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('bitacora-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const counting = opening.result.transaction(name).objectStore(name).count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      }),
    store,
  );
const allSent = (page: Page) => expect.poll(() => keptRows(page, 'queue'), { timeout: isDeep ? 600_000 : 120_000 }).toBe(0);

/** Marks the person of the session as the one whose notifications this browser shows. A push service of a maker is not there. */
const markPushOwner = (page: Page, userId: number): Promise<void> =>
  page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('bitacora-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('person', 'readwrite');
          transaction.objectStore('person').put(id, 'pushOf');
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    userId,
  );

interface ShownNotification {
  title: string;
  body?: string;
  actions?: { title: string }[];
}

/** Inside the service worker, as much as its types name where those of pages stand. */
interface WorkerScope {
  registration: {
    showNotification(title: string, options: object): Promise<void>;
    getNotifications(): Promise<ShownNotification[]>;
  };
  clients: { openWindow(url: string): Promise<unknown> };
}

const workerOf = (context: BrowserContext) => {
  const worker = context.serviceWorkers().at(-1);
  if (!worker) throw new Error('no service worker');
  return worker;
};

/** A browser without windows shows no notifications: there the service worker keeps what it would show. */
const allowNotifications = async (context: BrowserContext, origin: string): Promise<void> => {
  await context.grantPermissions(['notifications'], { origin });
  await workerOf(context).evaluate(() => {
    if (Notification.permission === 'granted') return;
    const { registration } = self as unknown as WorkerScope;
    let notifications: (ShownNotification & { tag?: string; close(): void })[] = [];
    registration.getNotifications = async () => notifications;
    registration.showNotification = async (title, options: { tag?: string }) => {
      const close = () => {
        notifications = notifications.filter((other) => other !== one);
      };
      const one = { title, ...options, close };
      notifications = [...notifications.filter(({ tag }) => tag === undefined || tag !== options.tag), one];
    };
  });
};

const shownBy = (context: BrowserContext): Promise<{ title: string; body: string | undefined; actions: string[] }[]> =>
  workerOf(context).evaluate(async () => {
    const notifications = await (self as unknown as WorkerScope).registration.getNotifications();
    return notifications.map(({ title, body, actions }) => ({ title, body, actions: (actions ?? []).map((one) => one.title) }));
  });

/**
 * Presses a shown notification inside the service worker, because no protocol presses a real one. Answers the windows that it opened: a
 * browser opens them after a real press alone, so this notes their addresses.
 */
const press = (context: BrowserContext, action: string): Promise<string[]> =>
  workerOf(context).evaluate(async (name) => {
    const { registration, clients } = self as unknown as WorkerScope;
    const addresses: string[] = [];
    clients.openWindow = async (url) => addresses.push(url);
    const [notification] = await registration.getNotifications();
    const works: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => works.push(work);
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, action: name, waitUntil }));
    await Promise.all(works);
    return addresses;
  }, action);

/** The product as after an upgrade, once `upgrade` is called: its service worker is of another release, and so are its pages. */
async function behindProxy(origin: string) {
  let isNewer = false;
  const server = createServer(async ({ url = '/', headers }, response) => {
    const { 'accept-encoding': _, host: __, ...own } = headers as Record<string, string>;
    const answer = await fetch(origin + url, { headers: own }).catch(() => null);
    if (!answer) return void response.destroy();
    const type = answer.headers.get('Content-Type') ?? '';
    // A stream of changes ends with the test.
    let body: Buffer | string = Buffer.from(await answer.arrayBuffer().catch(() => new ArrayBuffer(0)));
    if (isNewer && url === '/service-worker.js')
      body = body
        .toString()
        .replaceAll(/\/assets\/index-[\w-]+\.js/g, '/assets/otra.js')
        .replace(/`shell-[0-9a-f]{16}`/, '`shell-newer`');
    // Only the worker names it.
    if (url === '/assets/otra.js') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('// another release');
    if (isNewer && type.startsWith('text/html'))
      body = body.toString().replace('<title>', '<meta name="release" content="newer" /><title>');
    const keptHeaders = ['Content-Type', 'Content-Security-Policy'].map((name) => [name, answer.headers.get(name) ?? '']);
    response.writeHead(answer.status, Object.fromEntries(keptHeaders.filter(([, value]) => value))).end(body);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    upgrade: () => {
      isNewer = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** As if everything that waits had been captured minutes earlier. */
const captureEarlier = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('bitacora-device');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction('queue', 'readwrite');
          const walking = transaction.objectStore('queue').openCursor();
          walking.onsuccess = () => {
            const row = walking.result;
            if (!row) return;
            row.update({ ...row.value, capturedAt: new Date(row.value.capturedAt.getTime() - 120_000) });
            row.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );

async function takePhoto(page: Page, folio: number, photo: ReturnType<typeof largePicture>): Promise<void> {
  await page.goto(`${CONSULT}${folio}`);
  await button(page, 'Agregar Evidencias').click();
  await inDialog(page).locator('input[type=file]').first().setInputFiles([photo]);
  await inDialog(page).getByText('1 / 4').waitFor();
  await button(page, 'Registrar evidencias').click();
  await inDialog(page).waitFor({ state: 'detached' });
}

async function comment(page: Page, words: string): Promise<void> {
  await button(page, 'Agregar Comentario').first().click();
  await inDialog(page).getByRole('textbox').fill(words);
  await inDialog(page).getByRole('button', { name: 'Registrar', exact: true }).click();
  await button(page, 'Sí, registrar').click();
}

/** In the open panel, where nothing else waits. */
async function discardRefused(page: Page): Promise<void> {
  await inDialog(page).getByRole('button', { name: 'Descartar' }).click();
  await inDialog(page).getByRole('button', { name: 'Sí, descartar' }).click();
  await inDialog(page).getByText('Todo se envió.').waitFor();
  await inDialog(page).getByRole('button', { name: 'Cerrar' }).last().click();
}

describe.runIf(inject('browserEndpoint'))('without network', { timeout: isDeep ? 1_800_000 : 300_000 }, () => {
  const phoneFolder = dataFolder();
  const port = freePort();
  let dataDir: string;
  let product: Awaited<ReturnType<typeof launch>>;
  let phone: { context: BrowserContext; page: Page };
  let manager: { context: BrowserContext; page: Page };
  const folios: number[] = [];
  const managerFolder = dataFolder();

  const start = async () => {
    product = await launch(dataDir, { PORT: String(await port), DEMO: 'true', RATE_LIMIT_FACTOR: '1000' });
    await untilReady(product);
  };
  const kill = async () => {
    product.child.kill('SIGKILL');
    await product.exited;
  };

  beforeAll(async () => {
    dataDir = await installation({ isDemo: true });
    await start();
    manager = await openPhone(managerFolder, product.url);
    await logIn(manager.page, 'gerente@demo.mx');
    for (let at = 0; at < ACTIVITIES; at++)
      folios.push(await assign(manager.context, 'empleado@demo.mx', `Revisar la válvula ${at} sin señal ${Date.now()}`));
    phone = await openPhone(phoneFolder, product.url);
    await logIn(phone.page, 'empleado@demo.mx');
    await phone.page.goto('/My_Activities');
    await isControlled(phone.page);
  });
  afterAll(async () => {
    await phone?.context.close();
    await manager?.context.close();
    product.child.kill('SIGTERM');
    await product.exited;
    for (const folder of [dataDir, phoneFolder, managerFolder]) fs.rmSync(folder, { recursive: true, force: true });
  });

  it('opens the own list and an activity as they were read, and says when', async () => {
    const { context, page } = phone;
    await page.goto(`${CONSULT}${folios[0]}`);
    await button(page, 'Iniciar Trabajo').waitFor();
    await page.waitForLoadState('networkidle'); // an answer is kept once it is read
    await page.goto('/My_Activities');
    const link = page.locator('tbody tr a').first();
    await link.waitFor();
    const first = (await link.getAttribute('href')) as string;
    await context.setOffline(true);
    await page.reload();
    await page.getByText(/^Sin conexión\. Leído a las \d\d:\d\d\.$/).waitFor();
    await page.locator(`tbody tr a[href="${first}"]`).first().waitFor();
    await page.goto(`${CONSULT}${folios[0]}`);
    await page.getByText(/^Sin conexión\. Leído a las/).waitFor();
    await button(page, 'Iniciar Trabajo').waitFor();
    await page.goto('/ayuda#sin-señal');
    await page.getByRole('heading', { name: 'Sin señal' }).waitFor();
  });

  it('begins, comments and completes work in that order, and shows both hours', async () => {
    const { context, page } = phone;
    const folio = await assign(manager.context, 'empleado@demo.mx', `Cambiar el filtro sin señal ${Date.now()}`);
    await context.setOffline(false);
    await page.goto(`${CONSULT}${folio}`);
    await button(page, 'Iniciar Trabajo').waitFor();
    await context.setOffline(true);
    await button(page, 'Iniciar Trabajo').click();
    await button(page, 'Sí, iniciar').click();
    await page.getByText('1 por enviar').waitFor();
    await comment(page, 'El filtro estaba tapado.');
    await page.getByText('2 por enviar').waitFor();
    await button(page, 'Marcar completado de actividad').click();
    await inDialog(page).getByRole('textbox').fill('Filtro nuevo.');
    await button(page, 'Sí, completar').click();
    await page.getByText('3 por enviar').waitFor();
    await captureEarlier(page);
    await context.setOffline(false);
    await allSent(page);
    const history = await sessionClient(manager.context).listHistory({ activityId: folio });
    expect(history.filter(({ capturedAt }) => capturedAt).map(({ act }) => act)).toEqual(['start', 'comment', 'complete']);
    await page.goto(`${CONSULT}${folio}`);
    await page
      .getByText(/hecho \d\d:\d\d, enviado \d\d:\d\d/)
      .first()
      .waitFor();
  });

  it('what the server refuses stays with its reason until the person discards it', async () => {
    const { context, page } = phone;
    const client = sessionClient(manager.context);
    const folio = await assign(manager.context, 'empleado@demo.mx', `Trabajo que se cancela sin señal ${Date.now()}`);
    await page.goto(`${CONSULT}${folio}`);
    await button(page, 'Iniciar Trabajo').waitFor();
    await context.setOffline(true);
    await button(page, 'Iniciar Trabajo').click();
    await button(page, 'Sí, iniciar').click();
    await page.getByText('1 por enviar').waitFor();
    await client.cancelActivity({ activityId: folio });
    await context.setOffline(false);
    await button(page, '1 rechazado').waitFor();
    // Work that is over has another address, and a change of address closes the panel.
    await page.goto('/My_Activities');
    await button(page, '1 rechazado').click();
    await inDialog(page)
      .getByText(/^La actividad está en estado «Cancelado»/)
      .waitFor();
    await discardRefused(page);
  });

  it('what a person may not do any more is refused with a sentence', async () => {
    const { context, page } = phone;
    const client = sessionClient(manager.context);
    const employee = (await client.listUsers()).find(({ email }) => email === 'empleado@demo.mx');
    const work = await client.listAllActivities({ reportStatuses: ['in_progress'], page: 1, pageSize: 100 });
    const folio = work.rows.find(({ assigneeId, ownerId }) => ![assigneeId, ownerId].includes(employee?.id ?? 0))?.id ?? 0;
    if (!employee) throw new Error('no employee');
    const move = (position: string) => client.updateUser({ ...employee, kind: 'Usuario', position });
    await move('SUPERVISOR DE LÍNEA');
    await page.goto(`${CONSULT_ASSIGNED}${folio}`);
    await page.getByLabel('Escribe un comentario').fill('Lo vi como supervisor.');
    await context.setOffline(true);
    await button(page, 'Registrar comentario').click();
    await button(page, 'Sí, registrar').click();
    await page.getByText('1 por enviar').waitFor();
    await move(employee.position);
    await context.setOffline(false);
    await button(page, '1 rechazado').waitFor();
    await page.goto('/My_Activities');
    await button(page, '1 rechazado').click();
    await inDialog(page).getByText('No se encontró la actividad.').waitFor();
    await discardRefused(page);
  });

  it('shows a notification, opens what it is about, and starts work from it, also without network', async () => {
    const { context, page } = phone;
    const client = sessionClient(manager.context);
    const [offlineFolio, onlineFolio] = [
      await assign(manager.context, 'empleado@demo.mx', `Iniciar sin señal ${Date.now()}`),
      await assign(manager.context, 'empleado@demo.mx', `Iniciar con señal ${Date.now()}`),
    ];
    const person = (await client.listUsers()).find(({ email }) => email === 'empleado@demo.mx')?.id ?? 0;
    await page.goto('/My_Activities');
    await isControlled(page);
    await allowNotifications(context, product.url);
    await markPushOwner(page, person);
    const session = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) =>
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => first && resolve(first.registrationId)),
    );
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    const deliver = (folio: number, recipientId = person) => {
      const path = `${CONSULT}${folio}`;
      const message = { title: `Trabajo ${folio}`, body: 'Te asignaron trabajo.', path, tag: String(folio), recipientId, startable: folio };
      const data = JSON.stringify(message satisfies PushMessage);
      return session.send('ServiceWorker.deliverPushMessage', { origin: product.url, registrationId, data });
    };
    const awaitTitle = (title: string) =>
      expect.poll(async () => (await shownBy(context)).map((one) => one.title), { timeout: 30_000 }).toEqual([title]);

    await deliver(onlineFolio, person + 1);
    await awaitTitle('Bitácora');
    expect(await press(context, '')).toEqual(['/']);
    await deliver(onlineFolio);
    await awaitTitle(`Trabajo ${onlineFolio}`);
    expect(await shownBy(context)).toEqual([
      { title: `Trabajo ${onlineFolio}`, body: 'Te asignaron trabajo.', actions: ['Iniciar', 'Ver'] },
    ]);
    expect(await press(context, 'view')).toEqual([`${CONSULT}${onlineFolio}`]);
    await deliver(onlineFolio);
    await awaitTitle(`Trabajo ${onlineFolio}`);
    expect(await press(context, 'start')).toEqual([]);
    await awaitTitle(`Iniciaste la actividad ${onlineFolio}.`);
    expect((await client.readActivity({ activityId: onlineFolio })).status).toBe('in_progress');
    expect(await press(context, '')).toEqual([`${CONSULT}${onlineFolio}`]);

    await deliver(offlineFolio);
    await awaitTitle(`Trabajo ${offlineFolio}`);
    await context.setOffline(true);
    await press(context, 'start');
    await awaitTitle(`Guardado en este dispositivo: iniciar la actividad ${offlineFolio}.`);
    expect(await keptRows(page, 'queue')).toBe(1);
    await captureEarlier(page);
    await context.setOffline(false);
    await allSent(page);
    const history = await client.listHistory({ activityId: offlineFolio });
    expect(history.filter(({ capturedAt }) => capturedAt).map(({ act }) => act)).toEqual(['start']);
  });

  it('offers a newer release that comes while a page is open, and loads the page again with it', async () => {
    const proxy = await behindProxy(product.url);
    const page = await manager.context.newPage();
    try {
      await page.goto(`${proxy.origin}/My_Activities`);
      await isControlled(page);
      proxy.upgrade();
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await page.getByText('Hay una versión nueva').waitFor();
      expect(await page.locator('meta[name=release]').count()).toBe(0);
      await button(page, 'Actualizar').click();
      await page.locator('meta[name=release]').waitFor({ state: 'attached' });
      await page.getByText('Hay una versión nueva').waitFor({ state: 'hidden' });
      expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    } finally {
      await page.close();
      proxy.close();
    }
  });

  it(`brings ${ACTIVITIES * PHOTOS_EACH} photos once, with hour and hash, through cuts and the end of page, browser and server`, async () => {
    const client = sessionClient(manager.context);
    for (const folio of folios) {
      await phone.page.goto(`${CONSULT}${folio}`);
      await button(phone.page, 'Iniciar Trabajo').click();
      await button(phone.page, 'Sí, iniciar').click();
      await button(phone.page, 'Agregar Evidencias').first().waitFor();
      await expect.poll(async () => (await client.readActivity({ activityId: folio })).status, { timeout: 60_000 }).toBe('in_progress');
    }
    const began = new Date();
    const photos = folios.flatMap((folio) =>
      Array.from({ length: PHOTOS_EACH }, (_, at) => ({ folio, photo: largePicture(`válvula ${folio} ${at}.png`) })),
    );
    let isCutting = true;
    const cuts = (async () => {
      for (let isOff = true; isCutting; isOff = !isOff) {
        await phone.context.setOffline(isOff).catch(() => {}); // the browser may just be gone
        await pause(CUT_MS);
      }
    })();
    for (const [at, { folio, photo }] of photos.entries()) {
      await takePhoto(phone.page, folio, photo);
      const quarter = at / photos.length;
      if (at === Math.floor(photos.length / 4)) {
        await phone.page.close();
        phone.page = await phone.context.newPage();
      } else if (at === Math.floor(photos.length / 2)) {
        await phone.context.close();
        phone = await openPhone(phoneFolder, product.url);
        // The session ended with the browser.
        await logIn(phone.page, 'empleado@demo.mx');
      } else if (at === Math.floor((photos.length * 3) / 4)) {
        await kill();
        await pause(quarter > 0 ? CUT_MS : 0);
        await start();
      }
    }
    isCutting = false;
    await cuts;
    await phone.context.setOffline(false);
    await phone.page.goto('/My_Activities');
    await allSent(phone.page);
    for (const folio of folios) {
      const stored = await client.listEvidence({ activityId: folio });
      const folioPhotos = photos.filter((each) => each.folio === folio).map(({ photo }) => photo);
      expect(stored.map(({ name }) => name).sort()).toEqual(folioPhotos.map(({ name }) => name).sort());
      for (const { name, capturedAt, capturedSha256, uploadedAt } of stored) {
        expect(capturedSha256).toBe(digestOf((folioPhotos.find((photo) => photo.name === name) as (typeof folioPhotos)[number]).buffer));
        expect(capturedAt?.getTime()).toBeGreaterThanOrEqual(began.getTime());
        expect(capturedAt?.getTime()).toBeLessThanOrEqual(uploadedAt.getTime());
      }
    }
  });

  it('asks for the login of an expired session, and then sends; a logout asks, and leaves nothing to the next person', async () => {
    const { context, page } = phone;
    const folio = folios[0] as number;
    await page.goto(`${CONSULT}${folio}`);
    await context.setOffline(true);
    await comment(page, 'Antes de que venciera.');
    await page.getByText('1 por enviar').waitFor();
    await context.clearCookies();
    await context.setOffline(false);
    await page.getByLabel('Correo electrónico').fill('empleado@demo.mx');
    await page.getByLabel('Contraseña', { exact: true }).fill('demo1234');
    await button(page, 'Entrar').click();
    await page.getByText('Antes de que venciera.').first().waitFor();
    await allSent(page);

    await context.setOffline(true);
    await comment(page, 'Esto no se envía.');
    await page.getByText('1 por enviar').waitFor();
    // The calls of sending alone are away, so that the logout has network and the act has not.
    await context.route('**/api/record_comments_activity', (route) => route.abort());
    await context.setOffline(false);
    await button(page, 'Cerrar sesión').click();
    await inDialog(page).getByText('¿Cerrar sesión sin enviar?').waitFor();
    await button(page, 'Borrar y cerrar sesión').click();
    await page.getByLabel('Correo electrónico').waitFor();
    expect(await keptRows(page, 'queue')).toBe(0);
    expect(await keptRows(page, 'replies')).toBe(0);
  });
});
