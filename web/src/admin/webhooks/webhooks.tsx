import './webhooks.css';
import type { WebhookView } from '@bitacora/core/contract/admin/webhook-endpoints';
import { webhookActs } from '@bitacora/core/domain/admin/webhook';
import { disablingTexts, eventLabel, webhookTexts } from '@bitacora/core/messages/admin/webhooks';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { Pencil, Plus, RefreshCw, RotateCcwKey, Send, Trash2, Webhook } from 'lucide-react';
import { useRef, useState } from 'react';
import { type LoaderFunctionArgs, useRevalidator } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { getClients, useClients } from '../../app/clients.ts';
import { deferred, Loaded, useLoaded } from '../../layout/loaded.tsx';
import { Card, Page } from '../../layout/page.tsx';
import { webhookPage as texts } from '../../messages/webhook-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { later } from '../../ui/later.tsx';
import { Alert, Empty, HelpLink, TableSkeleton } from '../../ui/states.tsx';
import { useAddressState, writeListState } from '../../ui/use-address-state.ts';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';
import { DeliveryFilters, DeliveryTable, deliveriesInput, readDeliveriesState } from './deliveries.tsx';

const SecretDialog = later(async () => (await import('../../ui/secret-dialog.tsx')).SecretDialog);
const WebhookDialog = later(async () => (await import('./webhook-dialog.tsx')).WebhookDialog);

export function loader(args: LoaderFunctionArgs) {
  const { client } = getClients(args);
  const state = readDeliveriesState(new URL(args.request.url).searchParams);
  return {
    receivers: deferred(client.listWebhooks()),
    deliveries: deferred(client.listWebhookDeliveries(deliveriesInput(state))),
  };
}

/** Receivers of events with their health, and what they got in the last 30 days. */
export function Component() {
  const { receivers, deliveries } = useLoaded<typeof loader>();
  const { revalidate, state: reading } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<ReceiverDialog | null>(null);
  const controls = useAddressState(readDeliveriesState, writeListState);
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <>
          <Loaded of={receivers} skeleton={<span />} isSilent>
            {(all) =>
              all.length > 0 && (
                <Button icon={RefreshCw} isBusy={reading === 'loading'} onClick={() => void revalidate()}>
                  {texts.refresh}
                </Button>
              )
            }
          </Loaded>
          <Button tone="accent" icon={Plus} onClick={() => setOpen({ kind: 'add' })}>
            {texts.add}
          </Button>
        </>
      }
    >
      <Loaded of={receivers}>
        {(all) =>
          all.length === 0 ? (
            <div className="card">
              <Empty icon={Webhook} text={texts.none} help="webhooks" />
            </div>
          ) : (
            <div className="webhooks">
              <Receivers receivers={all} onOpen={setOpen} />
              <section className="webhook-deliveries" aria-labelledby="webhook-deliveries">
                <h2 id="webhook-deliveries" ref={heading} tabIndex={-1}>
                  {texts.deliveriesTitle}
                </h2>
                <DeliveryFilters webhooks={all} controls={controls} />
                <Loaded of={deliveries} skeleton={<TableSkeleton />}>
                  {(page) => <DeliveryTable page={page} onRowLeaves={() => heading.current?.focus()} controls={controls} />}
                </Loaded>
              </section>
            </div>
          )
        }
      </Loaded>
      <ReceiverDialogs open={open} setOpen={setOpen} />
    </Page>
  );
}

type ReceiverDialog = { kind: 'add' } | { kind: 'edit' | 'rotate' | 'remove'; webhook: WebhookView } | { kind: 'secret'; secret: string };

/** Lists every webhook with its health and its buttons. */
const Receivers = ({ receivers, onOpen }: { receivers: readonly WebhookView[]; onOpen: (open: ReceiverDialog) => void }) => (
  <Card
    title={texts.listTitle}
    lead={
      <>
        {texts.listLead} <HelpLink section="webhooks" />
      </>
    }
  >
    <ul className="card-rows">
      {receivers.map((webhook) => (
        <Receiver key={webhook.id} webhook={webhook} onOpen={onOpen} />
      ))}
    </ul>
  </Card>
);

function ReceiverDialogs({ open, setOpen }: { open: ReceiverDialog | null; setOpen: (open: ReceiverDialog | null) => void }) {
  const { client } = useClients();
  const close = () => setOpen(null);
  const showSecret = (secret: string) => setOpen({ kind: 'secret', secret });
  switch (open?.kind) {
    case 'add':
      return <WebhookDialog onSecret={showSecret} onClose={close} />;
    case 'edit':
      return <WebhookDialog webhook={open.webhook} onClose={close} />;
    case 'secret':
      return (
        <SecretDialog title={texts.secretTitle} lead={webhookTexts.secretOnce} label={texts.secret} secret={open.secret} onClose={close} />
      );
    case 'rotate':
      return <RotateDialog webhook={open.webhook} onSecret={showSecret} onClose={close} />;
    case 'remove':
      return (
        <ConfirmDialog texts={texts.removal} act={() => client.removeWebhook({ id: open.webhook.id })} onClose={close}>
          <p>{texts.removal.body(open.webhook.name)}</p>
        </ConfirmDialog>
      );
    default:
      return null;
  }
}

const writtenEvents = (acts: WebhookView['acts']): string =>
  webhookActs.every((act) => acts.includes(act)) ? texts.facts.allOf : acts.map(eventLabel).join(', ');

function Health({ webhook }: { webhook: WebhookView }) {
  const { zone } = useSession();
  const { isActive, disabledAt, disablingReason, failingSince } = webhook;
  if (!isActive)
    return (
      <p className={disablingReason ? 'late' : 'muted'}>
        {texts.isInactive}
        {disabledAt && ` ${texts.since(writtenInstant(disabledAt, zone))}`}
        {disablingReason && `. ${disablingTexts[disablingReason]}`}
      </p>
    );
  return failingSince ? <p className="late">{texts.failingSince(writtenInstant(failingSince, zone))}</p> : <p>{texts.isActive}</p>;
}

function Receiver({ webhook, onOpen }: { webhook: WebhookView; onOpen: (open: ReceiverDialog) => void }) {
  const { client } = useClients();
  const { zone } = useSession();
  const finish = useFinish();
  const attempt = useAttempt();
  const heading = useRef<HTMLParagraphElement>(null);
  const { id, name, url, acts, isActive, deliveredAt, previousUntil, waiting, failed } = webhook;
  const test = () =>
    void attempt.run(async () => {
      await client.testWebhook({ id });
      await finish({ title: texts.tested });
    });
  const resend = () =>
    void attempt.run(async () => {
      const { count } = await client.resendWebhookDeliveries({ failedOf: id });
      // Moves the focus, because the button disappears.
      heading.current?.focus();
      await finish({ title: webhookTexts.resent(count) });
    });
  const { facts } = texts;
  return (
    <li className="card-row webhook">
      <div>
        <p className="card-row-name" ref={heading} tabIndex={-1}>
          {name}
        </p>
        <p className="muted webhook-url" title={url}>
          {url}
        </p>
        <Health webhook={webhook} />
        <dl className="webhook-facts">
          <Fact term={facts.delivered} value={deliveredAt ? writtenInstant(deliveredAt, zone) : facts.never} />
          <Fact term={facts.waiting} value={texts.figure(waiting)} />
          <Fact term={facts.failed} value={texts.figure(failed)} isWorry={failed > 0} />
          <Fact term={facts.events} value={writtenEvents(acts)} />
        </dl>
        {previousUntil && <p className="muted">{texts.previousUntil(writtenInstant(previousUntil, zone))}</p>}
        {attempt.error !== null && <Alert title={errorSentence(attempt.error, texts.actFailed)} />}
        <div className="card-row-acts">
          {isActive && (
            <Button icon={Send} isBusy={attempt.isBusy} onClick={test} aria-label={texts.testOf(name)}>
              {texts.test}
            </Button>
          )}
          {isActive && failed > 0 && (
            <Button isBusy={attempt.isBusy} onClick={resend}>
              {texts.resendFailedOnes(name)}
            </Button>
          )}
          <IconButton icon={Pencil} label={texts.edit(name)} hasTip onClick={() => onOpen({ kind: 'edit', webhook })} />
          <IconButton icon={RotateCcwKey} label={texts.rotate(name)} hasTip onClick={() => onOpen({ kind: 'rotate', webhook })} />
          <IconButton icon={Trash2} label={texts.remove(name)} hasTip onClick={() => onOpen({ kind: 'remove', webhook })} />
        </div>
      </div>
    </li>
  );
}

const Fact = ({ term, value, isWorry = false }: { term: string; value: string; isWorry?: boolean }) => (
  <div>
    <dt>{term}</dt>
    <dd className={isWorry ? 'late' : undefined}>{value}</dd>
  </div>
);

interface RotateDialogProps {
  webhook: WebhookView;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

function RotateDialog({ webhook: { id, name }, onSecret, onClose }: RotateDialogProps) {
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const rotate = async () => {
    const { secret } = await client.rotateWebhookSecret({ id });
    void revalidate();
    onSecret(secret);
    // The dialog with the secret is open in its place.
    return false;
  };
  return (
    <ConfirmDialog texts={texts.rotation} act={rotate} onClose={onClose}>
      <p>{texts.rotation.body(name)}</p>
    </ConfirmDialog>
  );
}
