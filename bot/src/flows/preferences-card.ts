import type { BotClient } from '@bitacora/core/client/bot-client';
import { isChosenKind } from '@bitacora/core/domain/notifications/preference';
import { preferenceTexts } from '@bitacora/core/messages/preferences';
import type { CardSource } from '../flow.ts';
import { botFlows, wayOf } from '../messages/flows.ts';

/** Without the kinds of a newer API, because they have no label here and cannot be saved from here. */
export const readPreferences = async (client: BotClient) => (await client.listPreferences()).filter(({ kind }) => isChosenKind(kind));

/** The channel of each kind of notification. */
export const preferences: CardSource = async ({ client }) => {
  const facts = (await readPreferences(client)).map((each) => ({
    label: preferenceTexts.kinds[each.kind],
    value: botFlows.ways[wayOf(each)],
  }));
  return {
    title: botFlows.preferencesTitle,
    intro: botFlows.preferencesIntro,
    groups: [
      { items: facts.map(({ label, value }) => ({ title: label, facts: [{ label: botFlows.preferenceWay, value }], buttons: [] })) },
    ],
    note: preferenceTexts.always,
    buttons: [{ label: botFlows.preferencesChange, press: { flow: 'preferences' }, opensForm: true }],
    activityIds: [],
  };
};
