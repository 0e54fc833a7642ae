import { setTimeout as pause } from 'node:timers/promises';
import type { given } from '../../../../../core/test/factories.ts';
import { browser } from '../../../browser.ts';
import { aPng } from '../../../pictures.ts';

const RETRY_MS = 150;
const PATIENCE_MS = 60_000;
const FUTURE = '2099-12-31';

/** One acknowledged write, as the client that sent it remembers it. */
export interface AcknowledgedWrite {
  act: string;
  activityId: number;
  isAssigned: boolean;
  /** What was written, unique to this write. */
  text: string;
  images: number;
}

/** What clients saw. Every write is sent again with its key until it is acknowledged. */
export interface Journal {
  acknowledged: AcknowledgedWrite[];
  /** Sendings that ended without an answer, or with a 503: nobody knew whether they had been carried out. */
  interrupted: number;
  /** Every answer to a write, by status. */
  statuses: Map<number, number>;
  /** Answers that no crash may cause, in words; and the body of each kind of 503. */
  wrong: string[];
  awayBodies: Set<string>;
  /** Whether any sending ended without an answer. */
  unanswered: number;
}

const emptyJournal = (): Journal => ({
  acknowledged: [],
  interrupted: 0,
  statuses: new Map(),
  wrong: [],
  awayBodies: new Set(),
  unanswered: 0,
});

type Factories = ReturnType<typeof given>;
type Send = (call: string, wire: Record<string, unknown>, image?: Uint8Array<ArrayBuffer>) => Promise<Record<string, unknown> | null>;

/** How fetch says that the connection broke; anything else it throws is a finding. */
const nullIfCutShort = (error: unknown): null => {
  if (error instanceof TypeError) return null;
  throw error;
};

/** A write sent with a key of its own until it is acknowledged; null when the answer is one that no crash may cause. */
async function sender(url: string, session: string, journal: Journal, name: string): Promise<Send> {
  const page = browser(url, session);
  await page.csrfToken();
  let requestCount = 0;
  return async (call, wire, image) => {
    const key = `${name}-${++requestCount}`;
    for (const limit = Date.now() + PATIENCE_MS; Date.now() < limit; await pause(RETRY_MS)) {
      const body = image ? form(wire, image) : wire;
      const answer = await page.call('POST', `/api/${call}`, { body, headers: { 'Idempotency-Key': key } }).catch(nullIfCutShort);
      if (!answer) journal.unanswered++;
      else journal.statuses.set(answer.status, (journal.statuses.get(answer.status) ?? 0) + 1);
      if (answer?.status === 200) return answer.body as Record<string, unknown>;
      journal.interrupted++;
      if (answer?.status === 503) journal.awayBodies.add(JSON.stringify(answer.body));
      else if (answer) {
        journal.wrong.push(`${call} ${key}: ${answer.status} ${JSON.stringify(answer.body)}`);
        return null;
      }
    }
    journal.wrong.push(`${call} ${key}: no answer for ${PATIENCE_MS} ms`);
    return null;
  };
}

function form(wire: Record<string, unknown>, image: Uint8Array<ArrayBuffer>): FormData {
  const fields = new FormData();
  for (const [name, value] of Object.entries(wire)) fields.set(name, String(value));
  fields.set('images[0]', new Blob([image]), 'foto.png');
  return fields;
}

interface Hiring {
  url: string;
  given: Factories;
  size: number;
  /** One of so many registrations carries an image. */
  imageEvery: number;
}

/** Clients ready to work side by side, and what they will remember. */
export async function crew({ url, given, size, imageEvery }: Hiring) {
  const journal = emptyJournal();
  const topic = await given.topic();
  const image = await aPng(8, 8);
  const clients = await Promise.all(
    Array.from({ length: size }, async (_, number) => {
      const people = { owner: await given.manager(), assignee: await given.person() };
      const as = async (who: keyof typeof people) => sender(url, await given.session(people[who], new Date()), journal, `${number}-${who}`);
      return { number, people, owner: await as('owner'), assignee: await as('assignee') };
    }),
  );
  type Client = (typeof clients)[number];

  /** One activity from its registration to its end. Own and assigned ones alternate. */
  async function oneLife({ number, people, owner, assignee }: Client, count: number, isEnough: () => boolean) {
    const isAssigned = count % 2 === 0;
    const hasImage = count % imageEvery === 0;
    const text = `Trabajo ${number}-${count}`;
    const promise = { id_project: topic.id, objective: text, priority: 'Normal', due_date: FUTURE };
    const whose = isAssigned ? { id_user_assigned: people.assignee.id } : {};
    const register = isAssigned ? owner : assignee;
    const call = isAssigned ? 'create_activity' : 'create_my_new_activity';
    const registered = await register(call, { ...promise, ...whose }, hasImage ? image : undefined);
    if (!registered) return;
    const activityId = registered.id as number;
    const note = (act: string, text: string, images = 0) => journal.acknowledged.push({ act, activityId, isAssigned, text, images });
    note('register', text, hasImage ? 1 : 0);

    const steps: [act: string, send: () => ReturnType<Send>, text: string][] = [
      ['start', () => assignee('record_start_work_activity', { activitie_id: activityId }), ''],
      ['comment', () => assignee('record_comments_activity', { activitie_id: activityId, comment: `De ${text}` }), `De ${text}`],
      ['complete', () => assignee('end_activity', { activity_id: activityId, resolution: `Fin de ${text}` }), `Fin de ${text}`],
      ['approve', () => owner('validate_activity', { activity_id: activityId, action: 'Verified' }), ''],
    ];
    for (const [act, send, text] of isAssigned ? steps : steps.slice(0, 3)) {
      if (isEnough() || !(await send())) return;
      note(act, text);
    }
  }

  return {
    journal,
    /** Each finishes the write it is at when it `isEnough`. */
    work: (isEnough: () => boolean) =>
      Promise.all(
        clients.map(async (client) => {
          for (let count = 0; !isEnough(); count++) await oneLife(client, count, isEnough);
        }),
      ),
  };
}

export type Crew = Awaited<ReturnType<typeof crew>>;
