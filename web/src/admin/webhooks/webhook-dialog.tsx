import type { WebhookView } from '@bitacora/core/contract/admin/webhook-endpoints';
import { WEBHOOK_URL_MAX, type WebhookAct, webhookActs } from '@bitacora/core/domain/admin/webhook';
import { eventLabel } from '@bitacora/core/messages/admin/webhooks';
import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { useRevalidator } from 'react-router-dom';
import { useClients } from '../../app/clients.ts';
import { webhookPage as texts } from '../../messages/webhook-texts.ts';
import { Check } from '../../ui/choice.tsx';
import { CallFormDialog, FormName, FormText, useCallForm } from '../../ui/form.tsx';

const NAME_MAX = 100;

interface WebhookDialogProps {
  /** The one to change; without one, a webhook is registered. */
  webhook?: WebhookView;
  onSecret?: (secret: string) => void;
  onClose: () => void;
}

type WebhookFields = {
  name: string;
  url: string;
  acts: readonly WebhookAct[];
  hasComments: boolean;
  isActive: boolean;
};

const toFields = (webhook: WebhookView | undefined): WebhookFields => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  acts: webhook ? webhookActs.filter((act) => webhook.acts.includes(act)) : webhookActs,
  hasComments: webhook?.hasComments ?? false,
  isActive: webhook?.isActive ?? true,
});

/** Sends only what was changed, because the server may hold newer values of the rest. */
const pickChanges = (before: WebhookFields, { name, url, acts, hasComments, isActive }: WebhookFields) => ({
  ...(name !== before.name && { name }),
  ...(url !== before.url && { url }),
  ...(String(acts) !== String(before.acts) && { acts: [...acts] }),
  ...(hasComments !== before.hasComments && { hasComments }),
  ...(isActive !== before.isActive && { isActive }),
});

/** Registers a webhook, or changes one. */
export function WebhookDialog({ webhook, onSecret, onClose }: WebhookDialogProps) {
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const form = useCallForm(toFields(webhook));
  const save = async (fields: WebhookFields) => {
    const { name, url, acts, hasComments } = fields;
    if (webhook) return client.updateWebhook({ id: webhook.id, ...pickChanges(toFields(webhook), fields) });
    const { secret } = await client.createWebhook({ name, url, acts: [...acts], hasComments });
    void revalidate();
    onSecret?.(secret);
    return false;
  };
  return (
    <CallFormDialog form={form} texts={webhook ? texts.edition : texts.addition} onSubmit={save} onClose={onClose}>
      <FormName form={form} name="name" label={texts.name} hint={texts.nameHint} maxLength={NAME_MAX} />
      <FormText
        form={form}
        name="url"
        label={texts.url}
        hint={texts.urlHint}
        isRequired
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        inputMode="url"
      />
      <Controller
        control={form.control}
        name="acts"
        render={({ field, fieldState }) => <EventChoice acts={field.value} error={fieldState.error?.message} onChange={field.onChange} />}
      />
      <Check
        label={texts.withComments}
        hint={texts.withCommentsHint}
        isTicked={form.watch('hasComments')}
        onChange={(hasComments) => form.setValue('hasComments', hasComments)}
      />
      {webhook && (
        <Check
          label={texts.active}
          hint={texts.activeHint}
          isTicked={form.watch('isActive')}
          onChange={(isActive) => form.setValue('isActive', isActive)}
        />
      )}
    </CallFormDialog>
  );
}

interface EventChoiceProps {
  acts: readonly WebhookAct[];
  error: string | undefined;
  onChange: (acts: WebhookAct[]) => void;
}

/** Chooses the events that a webhook receives. One tick stands for all of them. */
function EventChoice({ acts, error, onChange }: EventChoiceProps) {
  const hasAll = webhookActs.every((act) => acts.includes(act));
  const turn = (act: WebhookAct, isTicked: boolean) =>
    onChange(webhookActs.filter((each) => (each === act ? isTicked : acts.includes(each))));
  const id = useId();
  const described = error ? { 'aria-describedby': id } : {};
  return (
    <fieldset className="field" data-wrong={error ? true : undefined} {...described}>
      <legend className="field-legend">{texts.events}</legend>
      {/* Above the list, because below it a phone would not show it. */}
      {error && (
        <p className="field-error" id={id}>
          {error}
        </p>
      )}
      <Check
        label={texts.allEvents}
        isTicked={hasAll}
        isMixed={!hasAll && acts.length > 0}
        aria-invalid={error ? true : undefined}
        {...described}
        onChange={(isTicked) => onChange(isTicked ? [...webhookActs] : [])}
      />
      <div className="webhook-events">
        {webhookActs.map((act) => (
          <Check key={act} label={eventLabel(act)} isTicked={acts.includes(act)} onChange={(isTicked) => turn(act, isTicked)} />
        ))}
      </div>
    </fieldset>
  );
}
