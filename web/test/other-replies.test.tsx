import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { goldenActivity, otherReplies } from '../../core/test/contract/other-replies.ts';
import { aCompany, employee } from './fake-company.ts';
import { openScreen } from './open-screen.tsx';

const description = String(goldenActivity.objetive_project);
const id = Number(goldenActivity.id);

it.each(otherReplies)('the list and the consult page draw an activity %s', async (_, change) => {
  const activity = { ...change(goldenActivity), id_user_assigned: employee.id };
  const replies = { listAllActivities: { success: true, rows: [activity], total: 1, late: 0, has_more: false }, readActivity: activity };
  const { go } = openScreen('/My_Activities', aCompany({ activities: [] }), {}, replies);
  expect(await screen.findByRole('link', { name: `Consultar actividad ${id}` })).toBeTruthy();
  expect((await screen.findByRole('table')).textContent).not.toContain('undefined');
  await go(`/Consult_My_Activity/${id}`);
  expect((await screen.findAllByText(description)).length).toBeGreaterThan(0);
  expect(document.body.textContent).not.toContain('undefined');
});
