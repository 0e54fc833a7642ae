import { describe, expect, it } from 'vitest';
import { copyTemplate } from '../../src/domain/activities/activity-template.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { createTemplate, listTemplates, retireTemplate, updateTemplate } from '../../src/use-cases/activities/activity-templates.ts';
import { completeActivity } from '../../src/use-cases/activities/complete-activity.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { startActivity } from '../../src/use-cases/activities/start-activity.ts';
import { tickItems } from '../../src/use-cases/activities/tick-checklist.ts';
import { validateActivity } from '../../src/use-cases/activities/validate-activity.ts';
import { stagedDatabase } from '../database.ts';
import { given, TODAY } from '../factories.ts';
import { refusalOf, together } from '../stage.ts';

const { database, on } = await stagedDatabase();

const audit = {
  description: 'Auditoría 5S',
  days: 5,
  priority: 'high' as const,
  repeats: 'month' as const,
  checklist: ['Sellos', 'Acta'],
  minimumImages: 2,
};

async function withTemplate() {
  const { owner: manager, assignee } = await given(database.db).parties();
  const topic = await given(database.db).topic();
  const { id } = await on.act(createTemplate, manager, { topicId: topic.id, ...audit });
  return { manager, assignee, topic, id };
}

it('is listed by text with its version, until it is retired', async () => {
  const { manager, assignee, topic, id } = await withTemplate();
  await on.act(createTemplate, manager, { topicId: topic.id, ...audit, description: 'Apertura', checklist: undefined });
  const templates = await on.act(listTemplates, assignee, { topicId: topic.id });
  expect(templates).toMatchObject([
    { description: 'Apertura', checklist: [] },
    { id, topicId: topic.id, ...audit, version: expect.any(String) },
  ]);
  await on.act(retireTemplate, manager, { templateId: id });
  expect((await on.act(listTemplates, assignee, { topicId: topic.id })).map(({ description }) => description)).toEqual(['Apertura']);
  expect(await refusalOf(on.act(retireTemplate, manager, { templateId: id }))).toEqual({ code: 'template.unknown' });
  expect(await refusalOf(on.act(updateTemplate, manager, { id, ...audit }))).toEqual({ code: 'template.unknown' });
});

it('a topic of another department has none to list', async () => {
  const { manager, assignee } = await withTemplate();
  const topic = await given(database.db).topic({ department: 'VENTAS' });
  expect(await refusalOf(on.act(listTemplates, assignee, { topicId: topic.id }))).toEqual({ code: 'topic.unknown' });
  expect(await on.act(listTemplates, manager, { topicId: topic.id })).toEqual([]);
});

it('an edit changes no activity that was made from it', async () => {
  const { manager, assignee, topic, id } = await withTemplate();
  const copied = copyTemplate({ id, ...audit }, TODAY);
  const work = { ...copied, topicId: topic.id, assigneeId: assignee.id, images: [] };
  const activity = await on.act(assignActivity, manager, work);
  const before = await database.db('activities').where({ id: activity.id }).first();
  await on.act(updateTemplate, manager, { id, ...audit, description: 'Otra', checklist: ['Nada'], minimumImages: 0 });
  expect(await database.db('activities').where({ id: activity.id }).first()).toEqual(before);
  expect(before).toMatchObject({
    dueOn: '2026-11-25',
    minimumImages: 2,
    repeats: 'month',
    checklist: [{ text: 'Sellos' }, { text: 'Acta' }],
  });
});

it('the text is unique in its topic, also of two made at once, and free again after retiring', async () => {
  const { manager, topic, id } = await withTemplate();
  const again = () => on.act(createTemplate, manager, { topicId: topic.id, ...audit, description: ' auditoria  5S' });
  expect(await refusalOf(again())).toEqual({ code: 'template.duplicate' });
  await on.act(retireTemplate, manager, { templateId: id });
  const { won, refused } = await together([again(), again(), again()]);
  expect([won.length, refused.map(({ code }) => code)]).toEqual([1, ['template.duplicate', 'template.duplicate']]);
});

it('the longest text that the contract takes has a template too', async () => {
  const { manager, topic } = await withTemplate();
  const description = Array.from({ length: 2_000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * 7919 + (at % 13) * 104_729) % 20_000)),
  ).join('');
  const { id } = await on.act(createTemplate, manager, { topicId: topic.id, ...audit, description });
  expect(id).toBeGreaterThan(0);
  const again = on.act(createTemplate, manager, { topicId: topic.id, ...audit, description });
  expect(await refusalOf(again)).toEqual({ code: 'template.duplicate' });
});

describe('the next of a series', () => {
  const templateFacts = (overrides: object) => ({ ...audit, minimumImages: 0, ...overrides });
  async function nextOf({
    template = templateFacts({}),
    promise = {},
    beforeNext = async () => {},
  }: Story): Promise<{ minimumImages: number; checklist: unknown }> {
    const { manager, assignee } = await given(database.db).parties();
    const topic = await given(database.db).topic();
    const { id } = await on.act(createTemplate, manager, { topicId: topic.id, ...template });
    const copied = copyTemplate({ id, ...template }, TODAY);
    const work = { ...copied, topicId: topic.id, assigneeId: assignee.id, images: [], ...promise };
    const { id: activityId } = await on.act(assignActivity, manager, work);
    await on.act(startActivity, assignee, { activityId });
    const { length } = work.checklist;
    await on.act(tickItems, assignee, { activityId, items: Array.from({ length }, (_, at) => at + 1) });
    await on.act(completeActivity, assignee, { activityId, resolution: 'Listo' });
    await beforeNext({ manager, id, activityId });
    await on.act(validateActivity, manager, { activityId, verdict: 'Verified', comment: null });
    return database.db('activities').where({ predecessorId: activityId }).first();
  }
  interface Story {
    template?: ReturnType<typeof templateFacts>;
    promise?: { checklist?: string[]; templateId?: number };
    beforeNext?: (context: { manager: Person; id: number; activityId: number }) => Promise<unknown>;
  }
  const edit: Story['beforeNext'] = ({ manager, id }) =>
    on.act(updateTemplate, manager, { id, ...templateFacts({ checklist: ['Sellos', 'Acta', 'Fotos'], minimumImages: 1 }) });
  const unticked = (...texts: string[]) => texts.map((text) => ({ text, tickedById: null, tickedAt: null }));

  it('starts with what the template demands now', async () => {
    expect(await nextOf({ beforeNext: edit })).toMatchObject({ minimumImages: 1, checklist: unticked('Sellos', 'Acta', 'Fotos') });
    const emptied: Story['beforeNext'] = ({ manager, id }) => on.act(updateTemplate, manager, { id, ...templateFacts({ checklist: [] }) });
    expect(await nextOf({ beforeNext: emptied })).toMatchObject({ checklist: null });
  });

  it('copies its predecessor where the person had changed the list, or the template is retired or of an earlier topic', async () => {
    const own = { promise: { checklist: ['Sellos', 'Lo mío'] }, beforeNext: edit };
    expect(await nextOf(own)).toMatchObject({ minimumImages: 0, checklist: unticked('Sellos', 'Lo mío') });
    const retire: Story['beforeNext'] = async (all) => {
      await edit(all);
      await on.act(retireTemplate, all.manager, { templateId: all.id });
    };
    expect(await nextOf({ beforeNext: retire })).toMatchObject({ minimumImages: 0, checklist: unticked('Sellos', 'Acta') });
    const move: Story['beforeNext'] = async (all) => {
      await edit(all);
      const { id: topicId } = await given(database.db).topic();
      await database.db('activities').where({ id: all.activityId }).update({ topicId });
    };
    expect(await nextOf({ beforeNext: move })).toMatchObject({ minimumImages: 0, checklist: unticked('Sellos', 'Acta') });
  });

  it('follows no template of another topic, of nobody or of before', async () => {
    const { id: foreign } = await withTemplate();
    for (const templateId of [foreign, 99_999, undefined]) {
      await nextOf({ promise: { templateId } as object, beforeNext: edit });
      expect(await database.db('activities').whereNotNull('templateId')).toEqual([]);
    }
  });
});

it('an edit on an earlier version is refused, and every change stands in the history of the administration', async () => {
  const { manager, topic, id } = await withTemplate();
  const version = (await on.act(listTemplates, manager, { topicId: topic.id }))[0]?.version;
  await on.act(updateTemplate, manager, { id, ...audit, days: 9, seen: version });
  expect(await refusalOf(on.act(updateTemplate, manager, { id, ...audit, days: 3, seen: version }))).toMatchObject({
    code: 'edit.outdated',
  });
  await on.act(retireTemplate, manager, { templateId: id });
  const rows = await database.db('adminHistory').orderBy('id').select('act', 'subjectId', 'before', 'after');
  expect(rows).toMatchObject([
    { act: 'template.add', subjectId: `${topic.id}`, after: audit },
    { act: 'template.edit', before: { days: 5 }, after: { days: 9 } },
    { act: 'template.retire', before: { ...audit, days: 9 }, after: null },
  ]);
});
