import { screen, act as settle, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { aCompany, anActivity, type Company, employee, type Image, now } from './fake-company.ts';
import { act, openScreen } from './open-screen.tsx';

const CONSULT = '/Consult_My_Activity/101';
const working = anActivity({ status: 'in_progress', startedAt: now });
const anImage = (at: number): Image => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  url: `/api/images/${at}`,
  thumbnailUrl: `/api/images/${at}/thumbnail`,
  name: `tablero ${at}.png`,
  sha256: String(at).repeat(64),
  width: 800,
  height: 600,
  uploadedAt: new Date('2026-11-18T16:30:00Z'),
  uploadedBy: employee.name,
});
const open = (images = [anImage(1), anImage(2)], told: Pick<Company, 'comments' | 'history'> = { comments: [], history: [] }) =>
  openScreen(CONSULT, aCompany({ activities: [working], images, ...told }));

it('says who uploaded each image and when, and copies its whole fingerprint', async () => {
  const { user } = open();
  expect(await screen.findByText(/José Ángel Peña Villaseñor, 18 nov 2026, 10:30/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Detalles de la imagen' }));
  expect(screen.getByText('11111111…11111111')).toBeTruthy();
  expect(screen.getByTitle('Huella SHA-256 del archivo guardado')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copiar la huella SHA-256' }));
  expect(await screen.findByText('Huella copiada')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('1'.repeat(64));
  expect(screen.getByRole('link', { name: 'Abrir imagen completa' }).getAttribute('href')).toBe('/api/images/1');
});

it('turns to the next image with the arrow keys, and stops at the last', async () => {
  const { user } = open();
  (await screen.findByRole('button', { name: 'Imagen siguiente' })).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('img', { name: 'tablero 2.png' })).toBeTruthy();
  expect(screen.getByText('2 / 2')).toBeTruthy();
  expect(screen.getByText('22222222…22222222')).toBeTruthy();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('img', { name: 'tablero 1.png' })).toBeTruthy();
});

it('says that there is no evidence yet', async () => {
  open([]);
  expect(await screen.findByText('Sin evidencias')).toBeTruthy();
});

it('takes a photo with the camera at the back of a phone', async () => {
  const { user } = open([]);
  await user.click(await act('Agregar Evidencias'));
  const dialog = within(await screen.findByRole('dialog'));
  const camera = dialog.getByLabelText<HTMLInputElement>('Tomar foto', { selector: 'input' });
  expect(camera.getAttribute('capture')).toBe('environment');
  await user.upload(camera, new File(['x'], 'foto.jpg', { type: 'image/jpeg' }));
  expect(await dialog.findByRole('img', { name: 'Vista previa de foto.jpg' })).toBeTruthy();
});

it('takes every comment, every image and its origin to paper, and nothing of it stays on the screen', async () => {
  const comments = Array.from({ length: 7 }, (_, at) => ({
    id: at + 1,
    authorId: employee.id,
    authorName: employee.name,
    body: `Avance ${at + 1}`,
    writtenAt: new Date(now.getTime() + at * 60_000),
  }));
  const history = comments.map(({ id, authorName, writtenAt }) => ({
    ...{ id, act: 'comment', actorId: employee.id, actorName: authorName, at: writtenAt, from: null, to: null },
    ...{ channel: 'web' as const, note: null, commentId: id },
  }));
  const { user } = open(undefined, { comments, history });
  expect(await screen.findByText('1 / 2')).toBeTruthy();
  await user.click(screen.getByLabelText('Cambios'));
  expect(screen.queryByText('Avance 1')).toBeNull();
  settle(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getByText('Avance 1')).toBeTruthy();
  expect(screen.getByText('2'.repeat(64))).toBeTruthy();
  expect(screen.getByText(/^Impreso el 20 nov 2026, 12:00 por José Ángel Peña Villaseñor$/)).toBeTruthy();
  settle(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText('2'.repeat(64))).toBeNull();
});

it('prints from its own button', async () => {
  const print = vi.fn();
  window.print = print;
  const { user } = open([]);
  await user.click(await screen.findByRole('button', { name: 'Imprimir' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(await screen.findByRole('button', { name: 'Imprimir' })).toBeTruthy();
  // A phone takes its picture after that, and sends an event when it is done.
  expect(screen.getByText(/^Impreso el/)).toBeTruthy();
  settle(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.queryByText(/^Impreso el/)).toBeNull();
});

it('a Desarrollador withdraws a mistaken image with a reason', async () => {
  const { user } = openScreen(
    CONSULT,
    aCompany({ user: { ...employee, kind: 'Desarrollador' }, activities: [working], images: [anImage(1), anImage(2)] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Retirar imagen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(await dialog.findByLabelText('Motivo'), 'Se ve un rostro');
  await user.click(dialog.getByRole('button', { name: 'Sí, retirar' }));
  expect(await screen.findByText('Imagen retirada.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(/tablero 1/)).toBeNull());
  expect(screen.getByRole('img', { name: 'tablero 2.png' })).toBeTruthy();
});

it('nobody else is offered to withdraw an image', async () => {
  open();
  expect(await screen.findByRole('img', { name: 'tablero 1.png' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retirar imagen' })).toBeNull();
});
