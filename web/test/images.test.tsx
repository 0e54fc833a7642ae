import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { prepareImage } from '../src/activities/form/evidence-box.tsx';
import { aCompany, anActivity, employee, now } from './fake-company.ts';
import { fakeIndexedDb } from './fake-indexed-db.ts';
import { act, openScreen } from './open-screen.tsx';

const CONSULT = '/Consult_My_Activity/101';
const company = () => aCompany({ activities: [anActivity({ status: 'in_progress', startedAt: now, ownerId: employee.id })] });
const photo = (name: string, bytes = 3) => new File(['x'.repeat(bytes)], name, { type: 'image/jpeg' });
const screenshot = (bytes: number) => new File(['x'.repeat(bytes)], 'pantalla.png', { type: 'image/png' });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Agregar evidencias' }));
const KB = 1024;
const MAX = 10 * KB * KB;

/** Images are decoded when `release` is called, one after the other. */
function slowDecoding() {
  const waiting: (() => void)[] = [];
  const decode = vi.fn(
    () => new Promise((resolve) => waiting.push(() => resolve({ width: 800, height: 600, close: () => {} } as unknown as ImageBitmap))),
  );
  vi.stubGlobal('createImageBitmap', decode);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { decode, release: () => waiting.shift()?.() };
}

/** A browser that draws each image into this many bytes. */
function drawing(size: { width: number; height: number }, bytes: number) {
  const canvas = { width: 0, height: 0 };
  vi.stubGlobal('createImageBitmap', async () => ({ ...size, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done) {
    Object.assign(canvas, { width: this.width, height: this.height });
    done(new Blob(['y'.repeat(bytes)]));
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  return canvas;
}

it('sends evidence once every photo is ready, those of the camera as well', async () => {
  const { release, decode } = slowDecoding();
  const uploads: string[][] = [];
  const { user } = openScreen(CONSULT, company(), {
    addEvidence: ({ images }) => {
      uploads.push(images.map(({ name }) => name));
      return { success: true };
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Agregar Evidencias' }));
  await user.upload((await dialog()).getByLabelText('Tomar foto', { selector: 'input' }), photo('camara.jpg'));
  await waitFor(() => expect(decode).toHaveBeenCalledTimes(1));
  const clipboardData = { files: [photo('pegada.jpg')], types: ['Files'] };
  await dialog();
  await waitFor(() => expect(fireEvent.paste(document.body, { clipboardData })).toBe(false));
  await user.click((await dialog()).getByRole('button', { name: 'Registrar evidencias' }));
  expect((await dialog()).getByRole('button', { name: 'Preparando imágenes…' })).toBeTruthy();
  expect(uploads).toEqual([]);
  release();
  await waitFor(() => expect(decode).toHaveBeenCalledTimes(2));
  expect(uploads).toEqual([]);
  release();
  await waitFor(() => expect(uploads).toEqual([['camara.jpg', 'pegada.jpg']]));
});

it('does nothing with photos that were ready after the dialog closed', async () => {
  const drafts = fakeIndexedDb();
  const { release, decode } = slowDecoding();
  const { user } = openScreen(CONSULT, company());
  await user.click(await act('Agregar Evidencias'));
  await user.upload((await dialog()).getByLabelText('Elegir imágenes'), photo('tarde.jpg'));
  await waitFor(() => expect(decode).toHaveBeenCalled());
  await user.click((await dialog()).getByRole('button', { name: 'Cancelar' }));
  await user.click(within(await screen.findByRole('dialog', { name: '¿Cerrar sin enviar?' })).getByRole('button', { name: 'Descartar' }));
  release();
  await user.click(await act('Agregar Evidencias'));
  expect((await dialog()).getByText('0 / 4')).toBeTruthy();
  expect(drafts.size).toBe(0);
});

it('takes nothing more while evidence is sent', async () => {
  const { user } = openScreen(CONSULT, company(), { addEvidence: () => new Promise(() => {}) });
  await user.click(await act('Agregar Evidencias'));
  await user.upload((await dialog()).getByLabelText('Elegir imágenes'), photo('una.jpg'));
  const open = await dialog();
  await open.findByText('1 / 4');
  await user.click(open.getByRole('button', { name: 'Registrar evidencias' }));
  await waitFor(() => expect(open.getByLabelText('Elegir imágenes').closest('[inert]')).toBeTruthy());
  fireEvent.paste(document.body, { clipboardData: { files: [photo('otra.jpg')], types: ['Files'] } });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(open.getByText('1 / 4')).toBeTruthy();
});

it('has the chosen evidence again after the page was left, until it is sent or discarded', async () => {
  const drafts = fakeIndexedDb();
  const { user, go } = openScreen(CONSULT, company());
  await user.click(await act('Agregar Evidencias'));
  await user.upload((await dialog()).getByLabelText('Elegir imágenes'), photo('una.jpg'));
  await (await dialog()).findByText('1 / 4');
  await go('/Home');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await go(CONSULT);
  await user.click(await act('Agregar Evidencias'));
  expect(await (await dialog()).findByRole('img', { name: 'Vista previa de una.jpg' })).toBeTruthy();
  expect((await dialog()).getByText(/Dejaste algo sin enviar\./)).toBeTruthy();
  await user.click((await dialog()).getByRole('button', { name: 'Cancelar' }));
  await user.click(within(await screen.findByRole('dialog', { name: '¿Cerrar sin enviar?' })).getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(drafts.size).toBe(0));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft.'))).toEqual([]);
});

it('leaves a small file as it is, and a long screenshot readable', async () => {
  const canvas = drawing({ width: 1170, height: 9000 }, 10);
  const small = screenshot(900 * KB);
  expect(await prepareImage(small, MAX)).toEqual({ file: small });
  await prepareImage(screenshot(3 * KB * KB), MAX);
  expect(canvas.width).toBeGreaterThan(700);
  expect(canvas.width * canvas.height).toBeLessThan(4.3e6);
});

it.each([
  [4080, 3060, 2048, 1536],
  [1170, 2532, 946, 2048],
  [3000, 200, 3000, 200],
  [1600, 1200, 1600, 1200],
])('scales a photo of %i by %i pixels to %i by %i', async (width, height, scaledWidth, scaledHeight) => {
  const canvas = drawing({ width, height }, 10);
  const { file } = (await prepareImage(new File(['x'.repeat(3 * KB * KB)], 'foto.jpg', { type: 'image/jpeg' }), MAX)) as { file: File };
  const isScaled = scaledWidth < width;
  expect(isScaled ? [canvas.width, canvas.height] : file.size).toEqual(isScaled ? [scaledWidth, scaledHeight] : 3 * KB * KB);
});

it('keeps the smaller of the file and its drawing, unless the server would refuse the file', async () => {
  drawing({ width: 3000, height: 2000 }, 5 * KB * KB);
  const file = screenshot(2 * KB * KB);
  expect(await prepareImage(file, MAX)).toEqual({ file });
  expect(await prepareImage(screenshot(2 * KB * KB), KB)).toEqual({ problem: 'tooLarge' });
  const result = (await prepareImage(screenshot(6 * KB * KB), MAX)) as { file: File };
  expect(result.file.size).toBe(5 * KB * KB);
});

it('sends a file as it is where the browser fails to draw it', async () => {
  drawing({ width: 3000, height: 2000 }, 1);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(() => {
    throw new Error('no memory');
  });
  const file = screenshot(2 * KB * KB);
  expect(await prepareImage(file, MAX)).toEqual({ file });
});
