import type { Endpoints, Reply } from '@bitacora/core/contract';
import { cleanup, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { complaints } from './complaints.ts';
import { aCompany, employee, manager, now } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { openScreen } from './open-screen.tsx';

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR);
const well: Reply<Endpoints['readStatus']> = {
  success: true,
  version: '1.3.0',
  adminCommand: 'bitacora-admin',
  now,
  upSince: ago(30),
  databaseVersion: '18.4',
  databaseBytes: 1_240_000_000,
  migrationsApplied: 61,
  migrationsPending: 0,
  hasMailServer: true,
  mailWaiting: 1_204,
  mailLateSince: null,
  mailFailed: 0,
  mailStoppedSince: null,
  mailServerAnswer: null,
  webhooksWaiting: 0,
  webhookLateSince: null,
  webhooksFailed: 0,
  webhooksDisabled: 0,
  hasBot: true,
  chatPeople: 37,
  chatWaiting: 2,
  pushDevices: 0,
  pushWaiting: 0,
  chatLateSince: null,
  pushLateSince: null,
  remindersRunAt: ago(3),
  missedRemindersAt: null,
  nextRemindersAt: ago(-21),
  backupAt: ago(9),
  restoreDrillAt: ago(9),
  restoreDrillProblem: null,
  storeKind: 's3',
  isStoreReachable: true,
  storeFreeBytes: null,
  hasReportsReplica: false,
  reportsAsOf: null,
  forwardedSeenAt: null,
  databaseFreeBytes: 52_000_000_000,
  minFreeBytes: 1_073_741_824,
  isDatabaseFull: false,
  isClockDoubtful: false,
  clockAheadSeconds: 0,
  droppedLogLines: 0,
  isDemoExposed: false,
};
const open = (facts: Partial<Reply<Endpoints['readStatus']>> = {}, extra: Handlers = {}) =>
  openScreen('/Admin_Status', aCompany({ user: manager }), { readStatus: () => ({ ...well, ...facts }), ...extra });
const part = async (name: string) => within(await screen.findByRole('region', { name: new RegExp(`^${name}`) }));

it('says that all is in order, and shows every part', async () => {
  open();
  expect(await screen.findByText('Todo en orden')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  expect((await part('Correo')).getByText('1,204')).toBeTruthy();
  expect((await part('Chat')).getByText('37')).toBeTruthy();
  expect((await part('Chat')).getByText('Conectado')).toBeTruthy();
  expect((await part('Imágenes')).getByText('Servicio compatible con S3')).toBeTruthy();
  expect((await part('Servidor y base de datos')).getByText('1.24 GB')).toBeTruthy();
  expect((await part('Servidor y base de datos')).getByText('61 aplicadas')).toBeTruthy();
  expect((await part('Servidor y base de datos')).getByText('52 GB')).toBeTruthy();
  expect(screen.queryByText('Réplica para reportes')).toBeNull();
  // The menu of a manager does not lead here: what it says is for a Desarrollador.
  expect(screen.queryByRole('link', { name: 'Estado del servidor' })).toBeNull();
  expect(await complaints()).toEqual([]);
});

it('says what to look at, and what to do about it', async () => {
  open({ mailLateSince: ago(1), mailFailed: 3, backupAt: null, isStoreReachable: false, storeFreeBytes: 820_000, storeKind: 'folder' });
  expect(await screen.findByText('5 asuntos por revisar')).toBeTruthy();
  expect(screen.getByText('No se sabe de ningún respaldo.')).toBeTruthy();
  expect(screen.getByText('bitacora-admin backup --into CARPETA')).toBeTruthy();
  expect((await part('Respaldos')).getByText('Todavía no')).toBeTruthy();
  expect((await part('Imágenes')).getByText('820 kB')).toBeTruthy();
  expect(await complaints()).toEqual([]);
});

it('says how many lines of the log were lost', async () => {
  open({ droppedLogLines: 2_854 });
  expect((await part('Servidor y base de datos')).getByText('2,854')).toBeTruthy();
});

it('says why a backup could not be restored', async () => {
  open({ restoreDrillProblem: 'La tabla users no quedó como en el respaldo.' });
  expect(await screen.findByText('1 asunto por revisar')).toBeTruthy();
  expect((await part('Respaldos')).getByText('La tabla users no quedó como en el respaldo.')).toBeTruthy();
});

it('says how current the standby for reports is, only where there is one', async () => {
  open({ hasReportsReplica: true, reportsAsOf: now });
  expect((await part('Servidor y base de datos')).getByText('Réplica para reportes')).toBeTruthy();
  expect((await part('Servidor y base de datos')).getByText(/^Con los datos hasta /)).toBeTruthy();
});

it('says that the standby for reports cannot be read, and that nothing is missing', async () => {
  open({ hasReportsReplica: true });
  expect(await screen.findByText('1 asunto por revisar')).toBeTruthy();
  expect(screen.getByText(/^Mientras tanto se lee la base de datos principal\./)).toBeTruthy();
  expect((await part('Servidor y base de datos')).getByText('No disponible')).toBeTruthy();
});

it('looks again when asked', async () => {
  let looks = 0;
  const look = () => {
    looks += 1;
    return { ...well, mailWaiting: looks };
  };
  const { user } = open({}, { readStatus: look });
  expect((await part('Correo')).getByText('1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Actualizar' }));
  expect(await (await part('Correo')).findByText('2')).toBeTruthy();
});

it('offers to try again where the server does not answer', async () => {
  let isAway = true;
  const { user } = open(
    {},
    {
      readStatus: () => {
        if (isAway) throw new Refusal(503, 'database.away', 'El sistema no está disponible por el momento.');
        return well;
      },
    },
  );
  const alert = within(await screen.findByRole('alert'));
  isAway = false;
  await user.click(alert.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Todo en orden')).toBeTruthy();
});

it('is not for everybody', async () => {
  const { address } = openScreen('/Admin_Status', aCompany({ user: employee }));
  await screen.findByRole('heading', { level: 1 });
  expect(address()).toBe('/Home');
});

it('hands out everything to a Desarrollador alone', async () => {
  const saved: string[] = [];
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const answers: Handlers = { readStatus: () => well, exportCompany: () => new Blob(['PK']) };
  const developer = { ...manager, kind: 'Desarrollador' };
  const { user } = openScreen('/Admin_Status', aCompany({ user: developer }), answers);
  await user.click(await screen.findByRole('button', { name: 'Exportar todo' }));
  expect(await screen.findByText('Archivo descargado')).toBeTruthy();
  expect(saved).toEqual(['Bitacora_completa.zip']);
  press.mockRestore();
  cleanup();
  open();
  expect(await screen.findByText('Todo en orden')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Exportar todo' })).toBeNull();
});
