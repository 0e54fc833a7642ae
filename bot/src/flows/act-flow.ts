import { ApiError } from '@bitacora/core/client';
import { type Endpoints, endpoints, type Input } from '@bitacora/core/contract';
import type { ActivityView } from '@bitacora/core/contract/activities/activity-shapes';
import type { Endpoint } from '@bitacora/core/contract/endpoint';
import { readOwnNames } from '@bitacora/core/contract/wire-names';
import type { Act } from '@bitacora/core/domain/activities/lifecycle';
import { refusal } from '@bitacora/core/domain/activities/policy';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { channelLabels, consult, historyPhrases } from '@bitacora/core/messages/activities/consult';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { refusalSentence } from '@bitacora/core/messages/refusals';
import { validation } from '@bitacora/core/messages/validation';
import * as z from 'zod/mini';
import type { ButtonAction, FormField } from '../card.ts';
import { type Flow, type FlowContext, type FormValues, readActivityId, readText } from '../flow.ts';
import { bot, botCards } from '../messages/bot.ts';
import type { ChatAnswer } from '../request.ts';
import { cardWithSentence } from './view.ts';

/** The calls about one activity. */
type ActCall = { [Name in keyof Endpoints]: Input<Endpoints[Name]> extends { activityId: number } ? Name : never }[keyof Endpoints];

/** A form adds this to the contract's limits of a field. */
interface ActField {
  label: string;
  kind: FormField['kind'];
  /** For a field that the use case requires and the schema does not. */
  isRequired?: true;
  earliest?: (activity: ActivityView, context: FlowContext) => CalendarDate;
  /** Gives what a new form has in it. */
  given?: (activity: ActivityView, context: FlowContext) => string | null | undefined;
  /** Makes the field a person's id: the list, or a search in it, depends on the activity and on what was typed before. */
  person?: (activity: ActivityView, context: FlowContext, typed: string | undefined) => Promise<PersonField>;
}
export type PersonField = Pick<FormField, 'kind' | 'options' | 'hint' | 'error'>;

/** A form sends texts, so an id is a text of digits. */
const parsePersonId = (text: string) => (/^\d+$/.test(text) ? Number(text) : text);

/** An act in a chat. It compiles only if each input of the call is either fixed or a field; a chat sends at once what it captures. */
interface ActOffer<Name extends ActCall, Fixed> {
  act: Act;
  call: Name;
  fixed?: Fixed;
  fields: { [Key in Exclude<keyof Input<Endpoints[Name]>, 'activityId' | 'capturedAt' | keyof Fixed>]: ActField };
  intro: string | ((activity: ActivityView) => string);
  submit: string;
  notice: string;
}

/** Performs the act at once without fields, else by a form that keeps its values until they are valid. */
export function actFlow<Name extends ActCall, Fixed extends Partial<Input<Endpoints[Name]>> = Record<never, never>>(
  offer: ActOffer<Name, Fixed>,
): Flow {
  const { act, call, fixed, submit, intro, notice } = offer;
  const fields = Object.entries<ActField>(offer.fields as Record<string, ActField>);
  const limits = readTextLimits((endpoints[call] as Endpoint).body);

  async function drawField(
    [name, { label, kind, isRequired, earliest, given, person }]: [string, ActField],
    activity: ActivityView,
    context: FlowContext,
    values: FormValues,
    errors: FormValues,
  ): Promise<FormField> {
    const value = values[name] ?? given?.(activity, context);
    return {
      name,
      label,
      kind,
      ...limits[name],
      isRequired: isRequired ?? limits[name]?.isRequired ?? false,
      ...(earliest ? { earliest: earliest(activity, context) } : {}),
      ...(value ? { value } : {}),
      ...(errors[name] ? { error: errors[name] } : {}),
      ...(person ? await person(activity, context, values[name]) : {}),
    };
  }

  async function openForm(
    context: FlowContext,
    press: ButtonAction,
    values: FormValues = {},
    errors: FormValues = {},
  ): Promise<ChatAnswer> {
    const activity = await context.client.readActivity({ activityId: readActivityId(press) });
    const denial = await explainDenial(context, press, act, activity);
    if (denial) return denial;
    const question = typeof intro === 'string' ? intro : intro(activity);
    const form = {
      title: botCards.acts[act],
      intro: `${botCards.item(activity.id, activity.description)}\n${question}`,
      fields: await Promise.all(fields.map((field) => drawField(field, activity, context, values, errors))),
      submit,
      press,
    };
    return { kind: 'form', form };
  }

  async function perform(context: FlowContext, press: ButtonAction, values: FormValues): Promise<ChatAnswer> {
    const texts = Object.fromEntries(
      fields.map(([name, { person }]) => [name, person ? parsePersonId(values[name] ?? '') : (values[name] ?? '')]),
    );
    const input = { activityId: readActivityId(press), ...fixed, ...texts };
    const view = readText(press, 'view');
    const blank = fields.filter(([name, { person, isRequired }]) => person && isRequired && !values[name]);
    if (blank.length > 0) return openForm(context, press, values, Object.fromEntries(blank.map(([name]) => [name, validation.required])));
    try {
      const reply = await (context.client[call] as (input: object) => Promise<{ notice?: string }>)(input);
      return await cardWithSentence(context, view, [notice, reply.notice].filter(Boolean).join(' '));
    } catch (error) {
      if (error instanceof ApiError) {
        if (fields.some(([name]) => error.fields[name])) return openForm(context, press, values, error.fields);
        const [first] = fields;
        if (error.code === 'activity.incomplete' && first) return openForm(context, press, values, { [first[0]]: error.message });
      }
      return showRefusal(context, press, error);
    }
  }

  return {
    press: (context, press) => (fields.length ? openForm(context, press) : perform(context, press, {})),
    submit: (context, press, values) => perform(context, press, values),
  };
}

/** Says why the act has no form now; null where it has one, and where only the API knows the names in the sentence. */
export async function explainDenial(
  context: FlowContext,
  press: ButtonAction,
  act: Act,
  activity: ActivityView,
): Promise<ChatAnswer | null> {
  const denial = refusal(act, context.me, activity);
  return denial && denial.code !== 'activity.forbidden' ? showChange(context, press, refusalSentence(denial)) : null;
}

/** Shows the sentence of a refusal with the card. Throws any other failure. */
export async function showRefusal(context: FlowContext, press: ButtonAction, error: unknown): Promise<ChatAnswer> {
  if (!(error instanceof ApiError) || error.status === 401 || error.status >= 500) throw error;
  return error.status === 409
    ? showChange(context, press, error.message)
    : cardWithSentence(context, readText(press, 'view'), error.message);
}

/** Redraws the card of an activity that has changed, and names the change and its author. */
async function showChange(context: FlowContext, press: ButtonAction, sentence: string): Promise<ChatAnswer> {
  const lastAct = await lastActInWords(context, readActivityId(press));
  return cardWithSentence(context, readText(press, 'view'), [sentence, lastAct].filter(Boolean).join(' ') || bot.outdatedButton);
}

/** Says who did what last, where and when; null where the asker may not see the activity. */
async function lastActInWords({ client, me }: FlowContext, activityId: number): Promise<string | null> {
  const entries = await client.listHistory({ activityId }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return [];
    throw error;
  });
  const last = entries.toSorted((a, b) => a.id - b.id).at(-1);
  if (!last) return null;
  const { act, actorName, channel, at } = last;
  return botCards.lastDone(actorName ?? consult.system, historyPhrases[act] ?? act, channelLabels[channel], writtenInstant(at, me.zone));
}

type TextLimits = Pick<FormField, 'isRequired' | 'maxLength'>;
type TextSchema = { minLength?: number; maxLength?: number; anyOf?: TextSchema[] };

/** Reads the limits of each text of a call from the contract's schema, by our names. */
function readTextLimits(body: z.ZodMiniType | undefined): Record<string, TextLimits> {
  if (!body) return {};
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, TextSchema>;
    required?: string[];
  };
  const ownNames = readOwnNames(body);
  return Object.fromEntries(
    Object.entries(properties).map(([wire, schema]) => {
      const texts = [schema, ...(schema.anyOf ?? [])];
      const maxLength = texts.find((text) => text.maxLength !== undefined)?.maxLength;
      const isRequired = required.includes(wire) && texts.some(({ minLength = 0 }) => minLength > 0);
      return [ownNames[wire] ?? wire, { isRequired, ...(maxLength === undefined ? {} : { maxLength }) }];
    }),
  );
}
