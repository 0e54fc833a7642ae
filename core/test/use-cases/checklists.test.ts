import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ChecklistItem } from '../../src/domain/activities/activity.ts';
import { examine } from '../../src/domain/activities/history-proof.ts';
import { contradictions } from '../../src/domain/activities/history-replay.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { historyNote } from '../../src/messages/activities/history-note.ts';
import { refusalSentence } from '../../src/messages/refusals.ts';
import { auditOn } from '../../src/persistence/admin/audit.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { addEvidence } from '../../src/use-cases/activities/evidence.ts';
import { listHistory, listMyPending, readActivity } from '../../src/use-cases/activities/read-activity.ts';
import { assignActivity, assignToMany } from '../../src/use-cases/activities/register-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { tickItems, untickItems } from '../../src/use-cases/activities/tick-checklist.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { addAbsence } from '../../src/use-cases/people/absences.ts';
import { stagedDatabase } from '../database.ts';
import { day, given, NOW } from '../factories.ts';
import { refusalOf, together } from '../stage.ts';

const { database, on } = await stagedDatabase();

const TEXTS = ['Sellos', 'Extintores', 'Acta firmada'];
const promise = { description: 'Auditoría 5S', priority: 'normal' as const, dueOn: day('2026-11-27'), repeats: null, images: [] };
const image = () => ({
  id: randomUUID(),
  name: 'foto.png',
  mediaType: 'image/png' as const,
  sha256: 'a'.repeat(64),
  sizeBytes: 9,
  width: 2,
  height: 2,
});

async function started(overrides: object = {}) {
  const { owner, assignee, other } = await given(database.db).parties();
  const topic = await given(database.db).topic();
  const input = { ...promise, topicId: topic.id, assigneeId: assignee.id, checklist: TEXTS, ...overrides };
  const { id: activityId } = await on.act(assignActivity, owner, input);
  await on.act(startActivity, assignee, { activityId });
  return { owner, assignee, other, topic, activityId };
}

const storedList = async (id: number): Promise<ChecklistItem[] | null> =>
  (await database.db('activities').where({ id }).first('checklist')).checklist;
const tickedIn = async (id: number) => (await storedList(id))?.map(({ tickedById }) => tickedById);
const notesOf = async (who: Person, activityId: number) =>
  (await on.act(listHistory, who, { activityId })).map((entry) => [entry.act, historyNote(entry)]);
const complete = (who: Person, activityId: number) => on.act(completeActivity, who, { activityId, resolution: 'Listo' });
const lifeOf = async (id: number) => {
  const [life] = await auditOn(database.db).livesAfter(id - 1, 1);
  if (!life) throw new Error('no life');
  return life;
};
const faultsOf = async (id: number) => {
  const life = await lifeOf(id);
  return [...examine(life, NOW).differences, ...contradictions(life.activity, life.history)];
};

describe('ticking', () => {
  it('names who ticked and when, in the activity and in its history', async () => {
    const { owner, assignee, activityId } = await started();
    on.setClock('2026-11-21T17:00:00Z');
    await on.act(tickItems, assignee, { activityId, items: [3, 1] });
    const { checklist, checklistTotal, checklistTicked } = await on.act(readActivity, owner, { activityId });
    const by = { tickedById: assignee.id, tickedByName: `${assignee.firstName} ${assignee.lastName}` };
    const at = { tickedAt: new Date('2026-11-21T17:00:00Z') };
    expect(checklist).toEqual([
      { place: 1, text: 'Sellos', ...by, ...at },
      { place: 2, text: 'Extintores', tickedById: null, tickedByName: null, tickedAt: null },
      { place: 3, text: 'Acta firmada', ...by, ...at },
    ]);
    expect([checklistTicked, checklistTotal]).toEqual([2, 3]);
    await on.act(untickItems, assignee, { activityId, items: [1] });
    expect((await notesOf(owner, activityId)).slice(-2)).toEqual([
      ['tick', '«Sellos», «Acta firmada»'],
      ['untick', '«Sellos»'],
    ]);
    expect(await tickedIn(activityId)).toEqual([null, null, assignee.id]);
  });

  it('lists contain how many are ticked, and no texts', async () => {
    const { assignee, activityId } = await started();
    await on.act(tickItems, assignee, { activityId, items: [2] });
    const [pendingRow] = (await on.act(listMyPending, assignee, {})) as object[];
    expect(pendingRow).toMatchObject({ id: activityId, checklistTotal: 3, checklistTicked: 1, minimumImages: 0 });
    expect(pendingRow).not.toHaveProperty('checklist');
  });

  it('leaves alone what is so already, and keeps who ticked it first', async () => {
    const { assignee, activityId } = await started();
    await on.act(tickItems, assignee, { activityId, items: [1] });
    on.setClock('2026-11-22T17:00:00Z');
    await on.act(tickItems, assignee, { activityId, items: [1] });
    await on.act(untickItems, assignee, { activityId, items: [2] });
    expect((await storedList(activityId))?.[0]?.tickedAt).toBe(NOW.toISOString());
    expect(await database.db('activityHistory').whereIn('act', ['tick', 'untick']).pluck('act')).toEqual(['tick']);
  });

  it('refuses an item that the list does not have', async () => {
    const { assignee, activityId } = await started();
    const refusal = await refusalOf(on.act(tickItems, assignee, { activityId, items: [1, 4] }));
    expect(refusal).toEqual({ code: 'input.invalid', fields: { items: { problem: 'itemUnknown' } } });
    expect(await tickedIn(activityId)).toEqual([null, null, null]);
  });

  it('is done by a substitute under their own name, and the history names both', async () => {
    const { assignee, other, activityId } = await started();
    await on.act(addAbsence, assignee, { substituteId: other.id, fromOn: day('2026-11-20'), toOn: day('2026-11-25') });
    await on.act(tickItems, other, { activityId, items: [1] });
    expect(await tickedIn(activityId)).toEqual([other.id, null, null]);
    const { facts } = await database.db('activityHistory').where({ act: 'tick' }).first('facts');
    expect(facts.actingFor).toMatchObject({ id: assignee.id });
  });

  it('of ticks at the same moment none is lost, and one item has one row', async () => {
    const { owner, assignee, activityId } = await started();
    const items = [[1], [2], [3], [1], [2, 3]];
    const { refused } = await together(items.map((places) => on.act(tickItems, assignee, { activityId, items: places })));
    expect(refused).toEqual([]);
    expect(await tickedIn(activityId)).toEqual([assignee.id, assignee.id, assignee.id]);
    const rows = await database.db('activityHistory').where({ act: 'tick' }).pluck('facts');
    const places = rows.flatMap(({ items: ticked }) => ticked.map(({ place }: { place: number }) => place));
    expect(places.sort()).toEqual([1, 2, 3]);
    expect(await faultsOf(activityId)).toEqual([]);
    expect(await notesOf(owner, activityId)).not.toHaveLength(0);
  });

  it('and completing at the same moment never leave completed work with an open item', async () => {
    const { assignee, activityId } = await started();
    await on.act(tickItems, assignee, { activityId, items: [1, 2, 3] });
    await together([on.act(untickItems, assignee, { activityId, items: [2] }), complete(assignee, activityId)]);
    const { status } = await database.db('activities').where({ id: activityId }).first('status');
    const open = (await tickedIn(activityId))?.filter((by) => by === null);
    expect([status, open?.length]).toEqual(status === 'completed' ? ['completed', 0] : ['in_progress', 1]);
  });
});

describe('completing', () => {
  it('names what is not ticked and the images that are missing', async () => {
    const { assignee, activityId } = await started({ minimumImages: 2 });
    await on.act(tickItems, assignee, { activityId, items: [2] });
    await on.act(addEvidence, assignee, { activityId, images: [image()] });
    const refusal = await refusalOf(complete(assignee, activityId));
    expect(refusal).toEqual({ code: 'activity.incomplete', items: ['Sellos', 'Acta firmada'], images: 1 });
    expect(refusalSentence(refusal)).toBe('Falta marcar: Sellos, Acta firmada. Falta 1 imagen.');

    await on.act(tickItems, assignee, { activityId, items: [1, 3] });
    expect(refusalSentence(await refusalOf(complete(assignee, activityId)))).toBe('Falta 1 imagen.');
    await on.act(addEvidence, assignee, { activityId, images: [image()] });
    await complete(assignee, activityId);
    expect(await faultsOf(activityId)).toEqual([]);
  });

  it('keeps the ticks of rejected work', async () => {
    const { owner, assignee, activityId } = await started();
    await on.act(tickItems, assignee, { activityId, items: [1, 2, 3] });
    await complete(assignee, activityId);
    await on.act(validateActivity, owner, { activityId, verdict: 'Rejected', comment: 'Falta el acta' });
    expect(await tickedIn(activityId)).toEqual([assignee.id, assignee.id, assignee.id]);
    await on.act(untickItems, assignee, { activityId, items: [3] });
    expect(await refusalOf(complete(assignee, activityId))).toMatchObject({ items: ['Acta firmada'] });
  });
});

it('a repetition copies the list unticked, and what it demands', async () => {
  const { owner, assignee, activityId } = await started({ repeats: 'week', minimumImages: 1 });
  await on.act(tickItems, assignee, { activityId, items: [1, 2, 3] });
  await on.act(addEvidence, assignee, { activityId, images: [image()] });
  await complete(assignee, activityId);
  await on.act(validateActivity, owner, { activityId, verdict: 'Verified', comment: null });
  const next = await database.db('activities').where({ predecessorId: activityId }).first();
  expect(next).toMatchObject({ minimumImages: 1, checklist: TEXTS.map((text) => ({ text, tickedById: null, tickedAt: null })) });
  expect(await faultsOf(next.id)).toEqual([]);
});

it('everybody of an assignment to many gets a list of their own', async () => {
  const { owner, assignee, other } = await given(database.db).parties();
  const topic = await given(database.db).topic();
  const assigneeIds = [assignee.id, other.id];
  const { ids } = await on.act(assignToMany, owner, { ...promise, topicId: topic.id, assigneeIds, checklist: TEXTS });
  await on.act(startActivity, assignee, { activityId: ids[0] as number });
  await on.act(tickItems, assignee, { activityId: ids[0] as number, items: [1] });
  expect(await Promise.all(ids.map(tickedIn))).toEqual([
    [assignee.id, null, null],
    [null, null, null],
  ]);
});

describe('the proof', () => {
  const forge = (id: number, list: unknown, minimumImages = 2) =>
    database
      .db('activities')
      .where({ id })
      .update({ checklist: JSON.stringify(list), minimumImages });

  it('finds a forged tick, another name, another text, a removed item and fewer images', async () => {
    const { assignee, other, activityId } = await started({ minimumImages: 2 });
    await on.act(tickItems, assignee, { activityId, items: [1] });
    const list = (await storedList(activityId)) as ChecklistItem[];
    const [first, ...rest] = list as [ChecklistItem, ...ChecklistItem[]];
    const forgeries: [list: unknown, faults: object[]][] = [
      [list.map((item) => ({ ...item, tickedById: assignee.id, tickedAt: NOW.toISOString() })), [item(2, 'author'), item(3, 'author')]],
      [[{ ...first, tickedById: other.id }, ...rest], [item(1, 'author')]],
      [[{ ...first, tickedAt: '2026-11-01T00:00:00.000Z' }, ...rest], [item(1, 'date')]],
      [[{ ...first, text: 'Otra cosa' }, ...rest], [item(1, 'text')]],
      [[first], [item(2, 'missing'), item(3, 'missing')]],
      [[...list, { text: 'De más', tickedById: null, tickedAt: null }], [item(4, 'unknown')]],
    ];
    for (const [forged, faults] of forgeries) {
      await forge(activityId, forged);
      expect(await faultsOf(activityId)).toEqual(faults);
    }
    await forge(activityId, list, 0);
    expect(await faultsOf(activityId)).toEqual([{ of: 'field', field: 'minimumImages' }]);
    await forge(activityId, list);
    expect(await faultsOf(activityId)).toEqual([]);
  });
  const item = (place: number, kind: string) => ({ of: 'item', id: `${place}`, kind });

  it('finds a list that work registered without one has', async () => {
    const { activityId } = await started({ checklist: undefined });
    await forge(activityId, [{ text: 'De más', tickedById: null, tickedAt: null }], 0);
    expect(await faultsOf(activityId)).toEqual([item(1, 'unknown')]);
  });
});
