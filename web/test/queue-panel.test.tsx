import { screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { addToQueue } from '../src/offline/queue.ts';
import { aCompany, now } from './fake-company.ts';
import { fakeDevice } from './fake-device.ts';
import { openScreen } from './open-screen.tsx';

it('shows a refused photo and saves it, so that it is not lost when it is discarded', async () => {
  fakeDevice();
  Object.defineProperty(navigator, 'serviceWorker', { value: { ready: new Promise(() => {}) }, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
  const company = aCompany();
  const image = new File(['x'], 'válvula.png', { type: 'image/png' });
  await addToQueue({
    userId: company.user?.id ?? 0,
    activityId: 1,
    path: '/api/record_evidences_activity',
    fields: { activity_id: '1' },
    images: [image],
    digests: ['ab'],
    key: 'k',
    capturedAt: now,
    refusal: 'La actividad está cancelada.',
  });
  const { user } = openScreen('/My_Activities', company);
  await user.click(await screen.findByRole('button', { name: '1 rechazado' }));
  expect(await screen.findByRole('img', { name: 'válvula.png' })).toBeTruthy();
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await user.click(screen.getByRole('button', { name: 'Guardar válvula.png' }));
  expect(saved).toEqual(['válvula.png']);
});
