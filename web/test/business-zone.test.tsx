import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aCompany, anActivity, answersOf } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

/** Half past eleven at night in Mexico; in Tokyo it is the next afternoon. */
const lateAtNight = new Date('2026-11-20T05:30:00Z');
const atNoon = new Date('2026-11-20T18:00:00Z');

function openIn(zone: string, address: string) {
  const company = aCompany({
    activities: [anActivity({ status: 'verified', createdAt: lateAtNight, closedAt: atNoon, verifiedAt: atNoon })],
  });
  const getSession = () => ({ user: company.user, today: '2026-11-20' as never, zone, isDemo: false, contactUrl: '' });
  return openScreen(address, company, { ...answersOf(company), getSession });
}

it.each([
  ['America/Mexico_City', '19 nov 2026', '1 día'],
  ['Asia/Tokyo', '20 nov 2026', '1 día'],
  ['UTC', '20 nov 2026', '0 días'],
])('counts days where the business is, in %s', async (zone, registered, total) => {
  openIn(zone, '/My_Historial_Activities');
  expect((await screen.findAllByText(registered)).length).toBeGreaterThan(0);
  openIn(zone, '/Consult_Completed_Activity/101');
  expect(await screen.findByText(total)).toBeTruthy();
});
