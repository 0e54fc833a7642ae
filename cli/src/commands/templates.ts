import type { Client } from '@bitacora/core/client';
import type { TemplateView } from '@bitacora/core/contract/activities/template-endpoints';
import { type Lapse, MINIMUM_IMAGES_MAX, type Priority } from '@bitacora/core/domain/activities/activity';
import { TEMPLATE_DAYS_MAX } from '@bitacora/core/domain/activities/activity-template';
import { lapseLabels, priorityLabels } from '@bitacora/core/messages/activities/labels';
import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command, type ListingColumn, wholeList } from '../command.ts';
import { choiceFlag, lapseWords, priorityWords, requireFlags, text, texts, whole } from '../flags.ts';
import { requireConfirmation } from '../input.ts';
import { findNamed, findTemplate } from '../matching.ts';
import { terminalTemplates } from '../messages/admin.ts';

const { list: listTexts, create: createTexts, update: updateTexts, retire: retireTexts, columns: headings } = terminalTemplates;

const topicFlag = { topic: text('tema', terminalTemplates.topic) };
const workFlags = {
  ...topicFlag,
  days: whole('días', createTexts.days, TEMPLATE_DAYS_MAX, 0),
  priority: choiceFlag('prioridad', createTexts.priority, priorityWords),
  repeats: choiceFlag<Lapse | null>('lapso', createTexts.repeats, { ...lapseWords, no: null }),
  item: texts('texto', createTexts.item),
  images: whole('número', createTexts.images, MINIMUM_IMAGES_MAX, 0),
};
const fields = { topicId: '--topic', checklist: '--item', minimumImages: '--images' };

const columns: readonly ListingColumn<TemplateView>[] = [
  { title: headings.id, of: ({ id }) => id },
  { title: headings.description, of: ({ description }) => description, isLong: true },
  { title: headings.days, of: ({ days }) => days },
  { title: headings.priority, of: ({ priority }) => priorityLabels[priority] },
  { title: headings.repeats, of: ({ repeats }) => repeats && lapseLabels[repeats] },
  { title: headings.checklist, of: ({ checklist }) => checklist.join(' · '), isLong: true },
  { title: headings.images, of: ({ minimumImages }) => minimumImages },
];

export const templatesList = command({
  name: 'templates list',
  summary: listTexts.summary,
  watches: true,
  words: [{ name: '<tema>', summary: terminalTemplates.topic }],
  async run({ connect, words: [typed = ''] }) {
    const { client } = await connect();
    const rows = await client.listTemplates({ topicId: findNamed(await client.listMyTopics(), typed).id });
    return wholeList(columns, rows, { empty: listTexts.none });
  },
});

export const templatesCreate = command({
  name: 'templates create',
  summary: createTexts.summary,
  words: [{ name: '<texto>', summary: createTexts.description }],
  flags: workFlags,
  fields: { ...fields, description: '<texto>' },
  async run({ connect, words: [description = ''], flags }) {
    requireFlags(flags, ['topic', 'days']);
    const { topic = '', days = 0, priority = 'normal', repeats = null, item: checklist, images: minimumImages = 0 } = flags;
    const { client } = await connect();
    const { id: topicId } = findNamed(await client.listMyTopics(), topic, '--topic');
    const { id } = await client.createTemplate({ topicId, description, days, priority, repeats, checklist, minimumImages });
    return { kind: 'done', lines: [createTexts.done(id)], value: { success: true, id } };
  },
});

/** Finds a template of a topic by its text or id. */
async function readTemplate(client: Client, topic: string, typed: string): Promise<TemplateView> {
  const { id: topicId } = findNamed(await client.listMyTopics(), topic, '--topic');
  return findTemplate(await client.listTemplates({ topicId }), typed);
}

const template = { name: '<plantilla>', summary: terminalTemplates.template };

export const templatesUpdate = command({
  name: 'templates update',
  summary: updateTexts.summary,
  details: updateTexts.details,
  words: [template],
  flags: { ...workFlags, description: text('texto', updateTexts.description) },
  fields,
  async run({ connect, words: [typed = ''], flags: { topic, item, images, ...changes } }) {
    requireFlags({ topic }, ['topic']);
    const isNothing = item.length === 0 && images === undefined && Object.values(changes).every((value) => value === undefined);
    if (isNothing) throw new Stopped(exits.usage, updateTexts.nothing);
    const { client } = await connect();
    const current = await readTemplate(client, topic ?? '', typed);
    await client.updateTemplate({
      id: current.id,
      seen: current.version,
      description: changes.description ?? current.description,
      days: changes.days ?? current.days,
      priority: changes.priority ?? (current.priority as Priority),
      repeats: changes.repeats === undefined ? (current.repeats as Lapse | null) : changes.repeats,
      checklist: item.length > 0 ? item : current.checklist,
      minimumImages: images ?? current.minimumImages,
    });
    return { kind: 'done', lines: [updateTexts.done], value: { success: true, id: current.id } };
  },
});

export const templatesRetire = command({
  name: 'templates retire',
  summary: retireTexts.summary,
  words: [template],
  confirms: true,
  flags: topicFlag,
  async run(call) {
    const { topic } = call.flags;
    requireFlags(call.flags, ['topic']);
    const { client } = await call.connect();
    const { id, description } = await readTemplate(client, topic ?? '', call.words[0] ?? '');
    await requireConfirmation(call, retireTexts.question(description));
    await client.retireTemplate({ templateId: id });
    return { kind: 'done', lines: [retireTexts.done], value: { success: true, id } };
  },
});
