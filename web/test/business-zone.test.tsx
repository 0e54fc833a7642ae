import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, anActivity, answersOf, employee } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

/** Half past eleven at night in Mexico; in Tokyo it is the next afternoon. */
const lateAtNight = new Date('2026-11-20T05:30:00Z');
const atNoon = new Date('2026-11-20T18:00:00Z');

function openIn(zone: string, address: string) {
  const company = aCompany({
    activities: [anActivity({ status: 'verified', createdAt: lateAtNight, closedAt: atNoon, verifiedAt: atNoon })],
    comments: [{ id: 1, authorId: employee.id, authorName: employee.name, body: 'Listo.', writtenAt: lateAtNight }],
    history: [
      {
        id: 1,
        act: 'register',
        actorId: employee.id,
        actorName: employee.name,
        at: lateAtNight,
        from: null,
        to: 'not_started',
        channel: 'web',
        note: null,
      },
    ],
    images: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        name: 'a.png',
        url: '/a',
        thumbnailUrl: '/b',
        width: 1,
        height: 1,
        sha256: 'ab'.repeat(32),
        uploadedBy: employee.name,
        uploadedAt: lateAtNight,
      },
    ],
  });
  const readSession = () => ({
    success: true as const,
    user: company.user,
    today: '2026-11-20' as never,
    zone,
    isDemo: false,
    isDemoExposed: false,
    needsFirstRun: false,
    allowsPasswords: true,
    companyLogin: null,
    isSecondFactorDue: false,
    contactUrl: '',
  });
  return openScreen(address, company, { ...answersOf(company), readSession });
}

it.each([
  ['America/Mexico_City', '19 nov', '1 día'],
  ['Asia/Tokyo', '20 nov', '1 día'],
  ['UTC', '20 nov', '0 días'],
])('counts days where the business is, in %s', async (zone, registered, total) => {
  openIn(zone, '/My_Historial_Activities');
  expect((await screen.findAllByText(registered)).length).toBeGreaterThan(0);
  openIn(zone, '/Consult_Completed_Activity/101');
  expect(await screen.findByText(total)).toBeTruthy();
});

it.each([
  ['America/Mexico_City', '19 nov 2026, 23:30'],
  ['Asia/Tokyo', '20 nov 2026, 14:30'],
])('writes every time of a record by the clock of the business, on the screen and on paper, in %s', async (zone, registered) => {
  openIn(zone, '/Consult_Completed_Activity/101');
  // Registration, evidence, history.
  await waitFor(() => expect(screen.getAllByText(registered, { exact: false })).toHaveLength(3));
  fireEvent.click(screen.getByLabelText('Comentarios'));
  await screen.findByText('Listo.');
  expect(screen.getAllByText(registered, { exact: false })).toHaveLength(3);
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(screen.getAllByText(registered, { exact: false })).toHaveLength(4);
});
