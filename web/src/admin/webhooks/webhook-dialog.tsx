import type { WebhookView } from '@bitacora/core/contract/admin/webhook-endpoints';
import { WEBHOOK_URL_MAX, type WebhookAct, webhookActs } from '@bitacora/core/domain/admin/webhook';
import { eventLabel } from '@bitacora/core/messages/admin/webhooks';
import { useId, useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useFinish } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { webhookPage as texts } from '../../messages/webhook-texts.ts';
import { Check } from '../../ui/choice.tsx';
import { demandFilled, FormDialog } from '../../ui/dialog.tsx';
import { NameField, TextField } from '../../ui/field.tsx';
import { useAttempt } from '../../ui/use-attempt.ts';

const NAME_MAX = 100;

interface WebhookDialogProps {
  /** The one to change; without one, a webhook is registered. */
  webhook?: WebhookView;
  onSecret?: (secret: string) => void;
  onClose: () => void;
}

interface WebhookFields {
  name: string;
  url: string;
  acts: readonly WebhookAct[];
  hasComments: boolean;
  isActive: boolean;
}

const fieldsOf = (webhook: WebhookView | undefined): WebhookFields => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  acts: webhook ? webhookActs.filter((act) => webhook.acts.includes(act)) : webhookActs,
  hasComments: webhook?.hasComments ?? false,
  isActive: webhook?.isActive ?? true,
});

/** What was changed alone, because the server may hold newer values of the rest than the dialog. */
const changesOf = (before: WebhookFields, { name, url, acts, hasComments, isActive }: WebhookFields) => ({
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
  const finish = useFinish();
  const attempt = useAttempt();
  const [fields, setFields] = useState(() => fieldsOf(webhook));
  const change = (patch: Partial<WebhookFields>) => setFields((before) => ({ ...before, ...patch }));
  const save = () =>
    attempt.run(async () => {
      const { name, url, acts, hasComments } = fields;
      demandFilled({ name, url, acts });
      if (webhook) {
        await client.updateWebhook({ id: webhook.id, ...changesOf(fieldsOf(webhook), fields) });
        await finish({ title: texts.saved });
        return onClose();
      }
      const { secret } = await client.createWebhook({ name, url, acts: [...acts], hasComments });
      void revalidate();
      onSecret?.(secret);
    });
  return (
    <FormDialog
      title={webhook ? texts.editTitle : texts.addTitle}
      submitLabel={webhook ? texts.save : texts.add}
      failed={texts.saveFailed}
      fields={['name', 'url', 'acts']}
      attempt={attempt}
      onSubmit={save}
      onClose={onClose}
    >
      <NameField
        attempt={attempt}
        label={texts.name}
        hint={texts.nameHint}
        maxLength={NAME_MAX}
        value={fields.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        attempt={attempt}
        field="url"
        label={texts.url}
        hint={texts.urlHint}
        isRequired
        maxLength={WEBHOOK_URL_MAX}
        autoComplete="off"
        inputMode="url"
        value={fields.url}
        onChange={(url) => change({ url })}
      />
      <EventChoice
        acts={fields.acts}
        error={attempt.fieldError('acts')}
        onChange={(acts) => {
          attempt.forgive('acts');
          change({ acts });
        }}
      />
      <Check
        label={texts.withComments}
        hint={texts.withCommentsHint}
        isTicked={fields.hasComments}
        onChange={(hasComments) => change({ hasComments })}
      />
      {webhook && (
        <Check label={texts.active} hint={texts.activeHint} isTicked={fields.isActive} onChange={(isActive) => change({ isActive })} />
      )}
    </FormDialog>
  );
}

interface EventChoiceProps {
  acts: readonly WebhookAct[];
  error: string | undefined;
  onChange: (acts: WebhookAct[]) => void;
}

/** Which events a webhook receives; one tick stands for all of them. */
function EventChoice({ acts, error, onChange }: EventChoiceProps) {
  const hasAll = webhookActs.every((act) => acts.includes(act));
  const turn = (act: WebhookAct, isTicked: boolean) => onChange(webhookActs.filter((one) => (one === act ? isTicked : acts.includes(one))));
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
