import type { Preference } from '@bitacora/core/domain/notifications/preference';
import { preferenceTexts } from '@bitacora/core/messages/preferences';
import type { Flow } from '../flow.ts';
import { botFlows, isWay, wayOf, waysOf } from '../messages/flows.ts';
import { cardWithSentence, readPreferences } from './view.ts';

const options = Object.entries(botFlows.ways).map(([value, label]) => ({ value, label }));

/** A person chooses the channel of each kind of notification: email, chat, both or neither (docs/product.md, 7). */
export const preferencesFlow: Flow = {
  async press({ client }, press) {
    const fields = (await readPreferences(client)).map((each) => ({
      name: each.kind,
      label: preferenceTexts.kinds[each.kind],
      kind: 'choice' as const,
      isRequired: true,
      options,
      value: wayOf(each),
    }));
    return {
      kind: 'form',
      form: { title: botFlows.preferencesTitle, intro: preferenceTexts.quiet, fields, submit: botFlows.preferencesSave, press },
    };
  },

  async submit(context, _press, values) {
    const preferences = (await readPreferences(context.client)).map(({ kind, ...current }): Preference => {
      const way = values[kind] ?? '';
      return { kind, ...(isWay(way) ? waysOf[way] : current) };
    });
    await context.client.choosePreferences({ preferences });
    return cardWithSentence(context, 'preferences:', preferenceTexts.saved);
  },
};
