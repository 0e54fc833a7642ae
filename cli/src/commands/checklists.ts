import { exits, Stopped } from '@bitacora/core/terminal/terminal';
import { command } from '../command.ts';
import { yes } from '../flags.ts';
import { folioOf } from '../matching.ts';
import { terminalActivities } from '../messages/activities.ts';
import { terminalTemplates } from '../messages/templates.ts';

const { start: startTexts, tick: tickTexts, complete: completeTexts } = terminalTemplates;

const folio = { name: '<folio>', summary: terminalActivities.folio };

export const activitiesStart = command({
  name: 'activities start',
  summary: startTexts.summary,
  words: [folio],
  flags: {},
  async run({ connect, words: [typed = ''] }) {
    const activityId = folioOf(typed);
    const { client } = await connect();
    await client.startActivity({ activityId });
    return { kind: 'done', lines: [startTexts.done(activityId)], value: { success: true, id: activityId } };
  },
});

function placesOf(typed: readonly string[]): number[] {
  const wrong = typed.find((word) => !/^[1-9]\d?$/.test(word));
  if (wrong !== undefined) throw new Stopped(exits.usage, tickTexts.wrongItem(wrong));
  return [...new Set(typed.map(Number))];
}

export const activitiesTick = command({
  name: 'activities tick',
  summary: tickTexts.summary,
  details: tickTexts.details,
  words: [folio, { name: '<puntos...>', summary: tickTexts.items }],
  flags: { undo: yes(tickTexts.undo) },
  fields: { items: '<puntos>' },
  async run({ connect, words: [typed = '', ...places], flags: { undo } }) {
    const ticks = { activityId: folioOf(typed), items: placesOf(places) };
    const { client } = await connect();
    await (undo ? client.untickItems(ticks) : client.tickItems(ticks));
    const { checklistTicked, checklistTotal } = await client.readActivity(ticks);
    const progress = tickTexts.done(ticks.activityId, checklistTicked, checklistTotal);
    return { kind: 'done', lines: [progress], value: { success: true, ticked: checklistTicked, total: checklistTotal } };
  },
});

export const activitiesComplete = command({
  name: 'activities complete',
  summary: completeTexts.summary,
  details: completeTexts.details,
  words: [folio, { name: '<texto>', summary: completeTexts.resolution }],
  flags: {},
  fields: { resolution: '<texto>' },
  async run({ connect, words: [typed = '', resolution = ''] }) {
    const activityId = folioOf(typed);
    const { client } = await connect();
    await client.completeActivity({ activityId, resolution });
    return { kind: 'done', lines: [completeTexts.done(activityId)], value: { success: true, id: activityId } };
  },
});
