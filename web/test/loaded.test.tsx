import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { expectWithin } from '../../core/test/deep.ts';
import { useRenderWhenSettled } from '../src/layout/loaded.tsx';
import { aCompany, anActivity, employee, now, today } from './fake-company.ts';
import { type Handlers, Refusal } from './fake-transport.ts';
import { act, openScreen } from './open-screen.tsx';

const AWAY = 'El sistema no está disponible por el momento.';
const OLD = 'Puede haber cambios que aquí no se ven.';
const working = anActivity({ status: 'in_progress', startedAt: now });

/** A server that goes away after the page has come; `names` are the calls that fail then. */
function leaving(names: readonly (keyof Handlers)[], answers: Handlers) {
  const state = { isAway: false };
  const handlers = Object.fromEntries(
    names.map((name) => [
      name,
      (input: never) => {
        if (state.isAway) throw new Refusal(503, 'database.away', AWAY);
        return (answers[name] as (input: never) => unknown)(input);
      },
    ]),
  ) as Handlers;
  return { state, handlers };
}
const consultCalls = ['readActivity', 'listComments', 'listEvidence', 'listHistory'] as const;
const consultAnswers: Handlers = {
  readActivity: () => working,
  listComments: () => [],
  listEvidence: () => [],
  listHistory: () => [],
};

it('keeps the page, the dialog and what was written in it when the page cannot be read anew', async () => {
  const company = aCompany({ activities: [working] });
  const { state, handlers } = leaving(consultCalls, consultAnswers);
  const { user } = openScreen('/Consult_My_Activity/101', company, {
    ...handlers,
    completeActivity: () => {
      state.isAway = true;
      throw new Refusal(409, 'activity.untimely', 'La actividad ya está por verificar.');
    },
  });
  await user.click(await act('Marcar completado de actividad'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'Falta una firma');
  await user.click(dialog.getByRole('button', { name: 'Sí, completar' }));
  expect(await dialog.findByText('La actividad ya está por verificar.')).toBeTruthy();
  expect(await screen.findAllByText(OLD)).toHaveLength(1);
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Falta una firma');
  expect(screen.getByRole('heading', { level: 1, name: working.description, hidden: true })).toBeTruthy();
});

it('says so above what it keeps, until it can be read again', async () => {
  const company = aCompany({ activities: [working] });
  const { state, handlers } = leaving(consultCalls, consultAnswers);
  const { user, streams } = openScreen('/Consult_My_Activity/101', company, handlers);
  await act('Poner en pausa');
  state.isAway = true;
  await streams.change(101);
  expect((await screen.findByText(OLD)).parentElement?.textContent).toContain(AWAY);
  expect(await act('Poner en pausa')).toBeTruthy();
  state.isAway = false;
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByText(OLD)).toBeNull());
});

it('shows the rest where one part of the activity fails, with its failure in the place of that part', async () => {
  const company = aCompany({ activities: [working] });
  const { calls } = openScreen('/Consult_My_Activity/101', company, {
    ...consultAnswers,
    readActivity: ({ include }) => {
      if (include) throw new Refusal(503, 'read.tooSlow', AWAY);
      return working;
    },
    listHistory: () => {
      throw new Refusal(503, 'read.tooSlow', AWAY);
    },
  });
  await act('Poner en pausa');
  const failed = (await screen.findByText(AWAY)).closest('section');
  expect(within(failed as HTMLElement).getByRole('heading', { name: 'Comentarios e historial' })).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: working.description, hidden: true })).toBeTruthy();
  expect(calls.filter((name) => name === 'readActivity')).toHaveLength(2);
});

it('keeps nothing of another activity', async () => {
  const company = aCompany({ activities: [working, anActivity({ id: 102, description: 'Otra' })] });
  let isAway = false;
  const { user } = openScreen('/Consult_My_Activity/101', company, {
    readActivity: ({ activityId }) => {
      if (isAway) throw new Refusal(503, 'database.away', AWAY);
      return company.activities.find(({ id }) => id === activityId) as never;
    },
  });
  await act('Poner en pausa');
  isAway = true;
  await user.click(screen.getByRole('link', { name: 'Mis pendientes' }));
  await user.click(await screen.findByRole('link', { name: 'Consultar actividad 102' }));
  expect(await screen.findByText('No pudimos mostrar esto')).toBeTruthy();
  expect(screen.queryByText(working.description)).toBeNull();
});

it('keeps nothing of what one may no longer see', async () => {
  const company = aCompany({ activities: [working] });
  const { streams, calls } = openScreen('/Consult_My_Activity/101', company);
  await act('Poner en pausa');
  company.activities = [];
  await streams.change(101);
  expect(await screen.findByText('No se encontró la actividad.')).toBeTruthy();
  expect(screen.queryByText(working.description)).toBeNull();
  expect(calls.filter((name) => name === 'readActivity')).toHaveLength(2);
});

it('stays where one is while the session cannot be asked', async () => {
  let isAway = false;
  const { streams, calls, user } = openScreen('/Consult_My_Activity/101', aCompany({ activities: [working] }), {
    readSession: () => {
      if (isAway) throw new Refusal(503, 'database.away', AWAY);
      return {
        success: true as const,
        user: employee,
        today,
        zone: 'America/Mexico_City',
        isDemo: false,
        isDemoExposed: false,
        needsFirstRun: false,
        allowsPasswords: true,
        companyLogin: null,
        isSecondFactorDue: false,
        contactUrl: '',
      };
    },
  });
  await act('Poner en pausa');
  isAway = true;
  const before = calls.length;
  await streams.refuse();
  await waitFor(() => expect(calls.slice(before)).toContain('readSession'));
  await user.click(screen.getByRole('link', { name: 'Historial finalizadas' }));
  expect(await screen.findByText('HISTORIAL DE MIS ACTIVIDADES FINALIZADAS')).toBeTruthy();
});

/** How long after its answer a list is drawn, in ms, when the answer comes soon after the skeleton. */
async function drawnAfterMs(): Promise<number> {
  let answer = () => {};
  const reply = new Promise<void>((resolve) => {
    answer = resolve;
  });
  openScreen('/My_Activities', aCompany(), {
    listAllActivities: () => reply.then(() => ({ success: true, rows: [working], total: 1, late: 0, hasMore: false })),
  });
  await screen.findAllByText('Cargando…');
  const began = performance.now();
  answer();
  await screen.findByRole('link', { name: 'Consultar actividad 101' });
  cleanup();
  return performance.now() - began;
}

it('draws what comes when it comes, and does not wait out the 300 ms that React keeps a fallback', async () => {
  const runs = [await drawnAfterMs(), await drawnAfterMs(), await drawnAfterMs()];
  expectWithin(Math.min(...runs), 250);
});

it.each([
  ['fulfilled', () => Promise.resolve()],
  ['rejected', () => Promise.reject(new Error('away'))],
])('renders again when its promise is %s, because such an update reveals content at once', async (_, make) => {
  const promise = make();
  let renders = 0;
  renderHook(() => {
    renders++;
    useRenderWhenSettled(promise);
  });
  expect(renders).toBe(1);
  await waitFor(() => expect(renders).toBe(2));
});
