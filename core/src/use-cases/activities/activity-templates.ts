import type { Lapse, Priority } from '../../domain/activities/activity.ts';
import { compareFacts } from '../../domain/admin/admin-act.ts';
import { invalid, Refused } from '../../domain/refusal.ts';
import type { Repositories } from '../../persistence/repositories.ts';
import type { StoredTemplate, TemplateFields } from '../../persistence/topics/topics.ts';
import { hashSecret } from '../../secrets/secrets.ts';
import { recordAdminAct } from '../record-admin-act.ts';
import type { RegisteredId, UseCase } from '../use-case.ts';

interface TemplateInput {
  description: string;
  days: number;
  priority: Priority;
  repeats: Lapse | null;
  checklist?: readonly string[] | undefined;
  minimumImages?: number | undefined;
}
interface TemplateEdit extends TemplateInput {
  id: number;
  seen?: string | undefined;
}

const templateFields = ({ description, days, priority, repeats, checklist = [], minimumImages = 0 }: TemplateInput): TemplateFields => ({
  description,
  days,
  priority,
  repeats,
  minimumImages,
  checklist: [...checklist],
});

const templateVersion = (template: TemplateInput): string =>
  hashSecret(JSON.stringify(templateFields(template)))
    .toString('base64url')
    .slice(0, 16);

export const listTemplates: UseCase<{ topicId: number }, (StoredTemplate & { version: string })[]> = async ({ repos, actor, input }) => {
  const topics = await repos.topics.listRegistrable(actor);
  if (!topics.some(({ id }) => id === input.topicId)) throw new Refused({ code: 'topic.unknown' });
  const templates = await repos.activityTemplates.list(input.topicId);
  return templates.map((template) => ({ ...template, version: templateVersion(template) }));
};

/** Refuses a text that another template has. It locks, because two templates with one text would both find it free. */
async function demandFreeText(repos: Repositories, topicId: number, description: string, except: number | null) {
  const topic = await repos.topics.lock(topicId);
  if (!topic) throw invalid('topicId', 'topicUnknown');
  if (await repos.activityTemplates.isTaken(topicId, description, except)) throw new Refused({ code: 'template.duplicate' });
  return { kind: 'topic', id: topic.id, name: topic.name } as const;
}

export const createTemplate: UseCase<TemplateInput & { topicId: number }, RegisteredId> = async (context) => {
  const { repos, input, now } = context;
  const subject = await demandFreeText(repos, input.topicId, input.description, null);
  const id = await repos.activityTemplates.add(input.topicId, templateFields(input), now);
  await recordAdminAct(context, { act: 'template.add', subject, after: { ...templateFields(input) } });
  return { id };
};

async function lockTemplate(repos: Repositories, id: number): Promise<StoredTemplate> {
  const template = await repos.activityTemplates.lock(id);
  if (!template) throw new Refused({ code: 'template.unknown' });
  return template;
}

/** Changes a template. Only activities made from now on copy the change. */
export const updateTemplate: UseCase<TemplateEdit, void> = async (context) => {
  const { repos, input } = context;
  const { id, seen } = input;
  const template = await lockTemplate(repos, id);
  if (seen && seen !== templateVersion(template) && templateVersion(input) !== templateVersion(template))
    throw new Refused({ code: 'edit.outdated', now: { description: template.description } });
  const subject = await demandFreeText(repos, template.topicId, input.description, id);
  await repos.activityTemplates.update(id, templateFields(input));
  const difference = compareFacts({ ...templateFields(template) }, { ...templateFields(input) });
  if (difference) await recordAdminAct(context, { act: 'template.edit', subject, ...difference });
};

export const retireTemplate: UseCase<{ templateId: number }, void> = async (context) => {
  const { repos, input, now } = context;
  const template = await lockTemplate(repos, input.templateId);
  await repos.activityTemplates.retire(template.id, now);
  const topic = await repos.topics.find(template.topicId);
  const subject = { kind: 'topic', id: template.topicId, name: topic?.name ?? null } as const;
  await recordAdminAct(context, { act: 'template.retire', subject, before: { ...templateFields(template) } });
};
