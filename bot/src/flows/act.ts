import { ApiError } from '@bitacora/core/client';
import { type Endpoints, endpoints, type Input } from '@bitacora/core/contract';
import type { ActivityView } from '@bitacora/core/contract/activity';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import type { Act } from '@bitacora/core/domain/activity/lifecycle';
import { refusal } from '@bitacora/core/domain/activity/policy';
import { sentenceOf } from '@bitacora/core/messages/refusals';
import type { Field, Press } from '../card.ts';
import { activityIn, type Flow, type Scene, textIn, type Values } from '../flow.ts';
import { bot } from '../messages/bot.ts';
import { botCards } from '../messages/cards.ts';
import type { Answer } from '../request.ts';
import { demandsOf } from './demands.ts';
import { told } from './view.ts';
import { whatHappened } from './what-happened.ts';

type ActCall = 'startActivity' | 'completeActivity' | 'validateActivity' | 'commentActivity';
type Call = ActCall | 'pauseActivity' | 'resumeActivity' | 'extendDeadline';

/** What a field of a form says beyond what the contract demands of it. */
export interface Asked {
  label: string;
  kind: Field['kind'];
  /** Demanded by the core's rules, where the schema alone would let it be blank. */
  isRequired?: true;
  earliest?: (activity: ActivityView, scene: Scene) => string;
}

/** An act as a chat offers it: everything the call takes is either fixed or asked for, or it does not compile. */
interface Offer<Name extends Call, Fixed> {
  act: Act;
  call: Name;
  fixed: Fixed;
  fields: { [Key in Exclude<keyof Input<Endpoints[Name]>, 'activityId' | keyof Fixed>]: Asked };
  intro: string | ((activity: ActivityView) => string);
  submit: string;
  notice: string;
}

/** The flow of one act: at once where nothing is asked, else by a form that keeps what was typed until it is right. */
export function actFlow<Name extends Call, Fixed extends Partial<Input<Endpoints[Name]>>>(offer: Offer<Name, Fixed>): Flow {
  const { act, call, fixed, submit, intro, notice } = offer;
  const asked = Object.entries<Asked>(offer.fields as Record<string, Asked>);
  const demands = demandsOf((endpoints[call] as Endpoint).body);

  function fieldsFor(activity: ActivityView, scene: Scene, values: Values, errors: Values): Field[] {
    return asked.map(([name, { label, kind, isRequired, earliest }]) => ({
      ...{ name, label, kind },
      ...demands[name],
      isRequired: isRequired ?? demands[name]?.isRequired ?? false,
      ...(earliest ? { earliest: earliest(activity, scene) } : {}),
      ...(values[name] ? { value: values[name] } : {}),
      ...(errors[name] ? { error: errors[name] } : {}),
    }));
  }

  async function form(scene: Scene, press: Press, values: Values = {}, errors: Values = {}): Promise<Answer> {
    const activity = await scene.client.readActivity({ activityId: activityIn(press) });
    const no = refusal(act, scene.me, activity);
    // A denial names people whom the server alone knows: it is left to the answer of the act.
    if (no && no.code !== 'activity.forbidden') return outdated(scene, press, sentenceOf(no));
    const title = botCards.acts[act];
    const told = `${botCards.item(activity.id, activity.description)}\n${typeof intro === 'string' ? intro : intro(activity)}`;
    return { kind: 'form', form: { title, intro: told, fields: fieldsFor(activity, scene, values, errors), submit, press } };
  }

  async function perform(scene: Scene, press: Press, values: Values): Promise<Answer> {
    const given = Object.fromEntries(asked.map(([name]) => [name, values[name] ?? '']));
    const input = { activityId: activityIn(press), ...fixed, ...given };
    try {
      const reply = await (scene.client[call] as (input: object) => Promise<{ notice?: string }>)(input);
      return await told(scene, textIn(press, 'view'), [notice, reply.notice].filter(Boolean).join(' '));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401 || error.status >= 500) throw error;
      if (asked.some(([name]) => error.fields[name])) return form(scene, press, values, error.fields);
      return error.status === 409 ? outdated(scene, press, error.message) : told(scene, textIn(press, 'view'), error.message);
    }
  }

  return {
    press: (scene, press) => (asked.length ? form(scene, press) : perform(scene, press, {})),
    submit: (scene, press, values) => perform(scene, press, values),
  };
}

/** The button was of an earlier state: why not, who did what when, and the card as it is now. */
async function outdated(scene: Scene, press: Press, sentence: string): Promise<Answer> {
  const why = await whatHappened(scene, activityIn(press));
  return told(scene, textIn(press, 'view'), [sentence, why].filter(Boolean).join(' ') || bot.outdatedButton);
}
