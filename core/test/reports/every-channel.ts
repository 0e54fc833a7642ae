import type { Activity } from '../../src/domain/activities/activity.ts';
import { day, NOW } from '../factories.ts';

/** What every channel says of an activity. `deadline` is the effective one. */
export interface Drawn {
  description: string;
  words: string;
  deadline: string;
  days: number;
}
interface Sample extends Drawn {
  facts: Partial<Activity>;
}

const inProgress = { status: 'in_progress', startedAt: NOW } as const;
const delivered = { status: 'completed', startedAt: NOW, closedAt: NOW, resolution: 'Listo' } as const;

/** One activity of each kind as on 20 November 2026, in the order in which everybody but its responsible reads them. */
export const samples: readonly Sample[] = [
  { description: 'Tarde', words: 'En pausa', deadline: '2026-11-05', days: -15, facts: { status: 'on_pause', startedAt: NOW } },
  {
    description: 'Rechazada tarde',
    words: 'En progreso · Rechazada',
    deadline: '2026-11-18',
    days: -2,
    facts: { ...inProgress, rejectedAt: NOW },
  },
  {
    description: 'Extendida tarde',
    words: 'En progreso',
    deadline: '2026-11-19',
    days: -1,
    facts: { ...inProgress, dueOn: day('2026-11-10'), extendedTo: day('2026-11-19'), extensionReason: 'Faltan piezas' },
  },
  { description: 'Hoy', words: 'No iniciado', deadline: '2026-11-20', days: 0, facts: {} },
  { description: 'Mañana', words: 'No iniciado', deadline: '2026-11-21', days: 1, facts: {} },
  {
    description: 'Extendida',
    words: 'No iniciado',
    deadline: '2026-12-10',
    days: 20,
    facts: { dueOn: day('2026-11-12'), extendedTo: day('2026-12-10'), extensionReason: 'Faltan piezas' },
  },
  {
    description: 'Rechazada',
    words: 'En progreso · Rechazada',
    deadline: '2026-12-29',
    days: 39,
    facts: { ...inProgress, rejectedAt: NOW },
  },
  { description: 'Entregada', words: 'Por verificar', deadline: '2026-11-12', days: 0, facts: delivered },
];
export const factsOf = ({ deadline, description, facts }: Sample): Partial<Activity> => ({ description, dueOn: day(deadline), ...facts });

const drawn = ({ description, words, deadline, days }: Sample): Drawn => ({ description, words, deadline, days });
/** What other people's lists draw. */
export const drawnInOrder: readonly Drawn[] = samples.map(drawn);
/** What the list of its responsible draws: what was rejected first. */
export const drawnAsOwn: readonly Drawn[] = [
  ...samples.filter(({ facts }) => facts.rejectedAt),
  ...samples.filter(({ facts }) => !facts.rejectedAt),
].map(drawn);
