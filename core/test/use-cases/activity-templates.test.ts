import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { copyOfTemplate } from '../../src/domain/activity/activity-template.ts';
import { assignActivity } from '../../src/use-cases/activities/register-activity.ts';
import { createTemplate, listTemplates, retireTemplate, updateTemplate } from '../../src/use-cases/topics/activity-templates.ts';
import { type TestDatabase, testDatabase } from '../database.ts';
import { given, TODAY } from '../factories.ts';
import { refusalOf, type Stage, stage, together } from '../stage.ts';

let database: TestDatabase;
let on: Stage;
beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  await database.wipe();
  on = stage(database.db);
});
afterAll(() => database.close());

const audit = {
  ...{ description: 'Auditoría 5S', days: 5, priority: 'high' as const, repeats: 'month' as const },
  ...{ checklist: ['Sellos', 'Acta'], minimumImages: 2 },
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
  const listed = await on.act(listTemplates, assignee, { topicId: topic.id });
  expect(listed).toMatchObject([
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
  const copied = copyOfTemplate(audit, TODAY);
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
