import * as z from 'zod/mini';

/** A refusal of the Graph API (WhatsApp error codes). */
export class GraphRefusal extends Error {
  readonly status: number;
  readonly code: number;
  constructor(code: number, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const words = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const media = { id: z.optional(z.string()), link: z.optional(z.url()), caption: z.optional(words(1_024)) };
const image = z.strictObject(media);
const document = z.strictObject({ ...media, filename: z.optional(words(240)) });
const textHeader = z.strictObject({ type: z.literal('text'), text: words(60) });
const mediaHeader = z.union([
  z.strictObject({ type: z.literal('image'), image }),
  z.strictObject({ type: z.literal('document'), document }),
]);
const header = z.optional(z.union([textHeader, mediaHeader]));
/** Newer pages of the reference allow 4,096 letters in a list; the double takes the smaller number. */
const body = z.strictObject({ text: words(1_024) });
const footer = z.optional(z.strictObject({ text: words(60) }));

const replyButton = z.strictObject({ type: z.literal('reply'), reply: z.strictObject({ id: words(256), title: words(20) }) });
const row = z.strictObject({ id: words(200), title: words(24), description: z.optional(words(72)) });
const section = z.strictObject({ title: z.optional(words(24)), rows: z.array(row).check(z.minLength(1)) });
const areDifferent = (values: readonly unknown[]) => new Set(values).size === values.length;

const buttons = z.strictObject({
  type: z.literal('button'),
  header,
  body,
  footer,
  action: z.strictObject({
    buttons: z.array(replyButton).check(
      z.minLength(1),
      z.maxLength(3),
      z.refine((all) => areDifferent(all.map(({ reply }) => reply.id)), 'ids must be different'),
      z.refine((all) => areDifferent(all.map(({ reply }) => reply.title)), 'titles must be different'),
    ),
  }),
});
const list = z.strictObject({
  type: z.literal('list'),
  header: z.optional(textHeader),
  body,
  footer,
  action: z.strictObject({
    button: words(20),
    sections: z.array(section).check(
      z.minLength(1),
      z.maxLength(10),
      z.refine((all) => all.flatMap(({ rows }) => rows).length <= 10, 'at most ten rows in all'),
      z.refine((all) => areDifferent(all.flatMap(({ rows }) => rows.map(({ id }) => id))), 'ids must be different'),
      z.refine((all) => all.length === 1 || all.every(({ title }) => title), 'a title for each of several sections'),
    ),
  }),
});
const link = z.strictObject({
  type: z.literal('cta_url'),
  header,
  body,
  footer,
  action: z.strictObject({ name: z.literal('cta_url'), parameters: z.strictObject({ display_text: words(20), url: z.url() }) }),
});

const parameter = z.union([
  z.strictObject({ type: z.literal('text'), text: words(1_024), parameter_name: z.optional(z.string()) }),
  z.strictObject({ type: z.literal('payload'), payload: words(256) }),
]);
const component = z.strictObject({
  type: z.enum(['header', 'body', 'button']),
  sub_type: z.optional(z.literal('quick_reply')),
  index: z.optional(z.union([z.string(), z.number()])),
  parameters: z.array(parameter),
});
const template = z.strictObject({
  name: words(512),
  language: z.strictObject({ code: z.string(), policy: z.optional(z.literal('deterministic')) }),
  components: z.optional(z.array(component)),
});

const envelope = {
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.optional(z.literal('individual')),
  /** A number; a business-scoped id stands in `recipient`. */
  to: z.optional(z.string().check(z.regex(/^\+?\d{6,15}$/))),
  recipient: z.optional(z.string().check(z.regex(/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/))),
  context: z.optional(z.strictObject({ message_id: z.string() })),
  biz_opaque_callback_data: z.optional(words(512)),
};
const message = z.discriminatedUnion('type', [
  z.strictObject({
    ...envelope,
    type: z.literal('text'),
    text: z.strictObject({ body: words(4_096), preview_url: z.optional(z.boolean()) }),
  }),
  z.strictObject({ ...envelope, type: z.literal('image'), image }),
  z.strictObject({ ...envelope, type: z.literal('document'), document }),
  z.strictObject({ ...envelope, type: z.literal('interactive'), interactive: z.discriminatedUnion('type', [buttons, list, link]) }),
  z.strictObject({ ...envelope, type: z.literal('template'), template }),
]);
export type SentBody = z.output<typeof message>;

/** Checks a message against the limits of the published reference. Throws `GraphRefusal`. */
export function checkMessage(sent: unknown): SentBody {
  const result = z.safeParse(message, sent);
  if (!result.success) throw new GraphRefusal(131009, `Parameter value is not valid: ${z.prettifyError(result.error)}`);
  const { to, recipient } = result.data;
  if (!to && !recipient) throw new GraphRefusal(131008, 'Required parameter is missing: to or recipient');
  return result.data;
}
