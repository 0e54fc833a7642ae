import type { DeliveryView, WebhookView } from '@bitacora/core/contract/admin/webhook-endpoints';
import { type DeliveryState, deliveryStates } from '@bitacora/core/domain/admin/webhook';
import { consultPages } from '@bitacora/core/domain/page-paths';
import { readNumber } from '@bitacora/core/domain/reports/list-address';
import { deliveryStateLabels, eventLabel, failureSentence, webhookTexts } from '@bitacora/core/messages/admin/webhooks';
import { writtenInstant } from '@bitacora/core/messages/dates';
import { createColumnHelper } from '@tanstack/react-table';
import { Inbox } from 'lucide-react';
import { createContext, use, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useFinish, useSession } from '../../app/app.ts';
import { useClients } from '../../app/clients.ts';
import { webhookPage } from '../../messages/webhook-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { SelectOption } from '../../ui/select-list.tsx';
import { Alert, Empty } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { type Features, remoteList } from '../../ui/table-model.tsx';
import { type AddressState, ID_MAX, type ListPage, readListPage } from '../../ui/use-address-state.ts';
import { errorSentence, useAttempt } from '../../ui/use-attempt.ts';

const texts = webhookPage.deliveries;

const stateOptions: readonly SelectOption[] = deliveryStates.map((state) => ({
  value: state,
  label: deliveryStateLabels[state],
  searched: deliveryStateLabels[state],
}));

interface DeliveryFiltersProps {
  webhooks: readonly WebhookView[];
  controls: AddressState<DeliveriesState>;
}

/** Filters the deliveries by webhook and state. */
export function DeliveryFilters({ webhooks, controls: { state, change } }: DeliveryFiltersProps) {
  const options = webhooks.map(({ id, name }) => ({ value: id, label: name, searched: name }));
  return (
    <div className="webhook-filters">
      <Field label={texts.webhook}>
        {(tie) => (
          <Select
            tie={tie}
            value={state.webhook || null}
            options={options}
            placeholder={texts.any}
            search={{ placeholder: texts.search, noMatch: texts.noWebhook }}
            onChange={(webhook) => change({ webhook: Number(webhook) })}
          />
        )}
      </Field>
      <Field label={texts.state}>
        {(tie) => (
          <Select
            tie={tie}
            value={state.state || null}
            options={stateOptions}
            placeholder={texts.anyState}
            onChange={(state) => change({ state: state as DeliveryState })}
          />
        )}
      </Field>
      {isDeliveryFiltered(state) && (
        <Button tone="quiet" onClick={() => change(unfilteredDeliveries)}>
          {texts.showAll}
        </Button>
      )}
    </div>
  );
}

interface DeliveryTableProps {
  controls: AddressState<DeliveriesState>;
  page: { rows: readonly DeliveryView[]; total: number };
  /** Called when the row of the button that has the focus is about to disappear. */
  onRowLeaves: () => void;
}

/** One page of the deliveries, the newest first. */
export function DeliveryTable({ page, controls, onRowLeaves }: DeliveryTableProps) {
  const { state, change } = controls;
  const { client } = useClients();
  const { zone } = useSession();
  const finish = useFinish();
  const attempt = useAttempt();
  const columns = useMemo(() => deliveryColumns(zone), [zone]);
  const onResend = (id: number) =>
    void attempt.run(async () => {
      const { count } = await client.resendWebhookDeliveries({ ids: [id] });
      if (state.state && state.state !== 'waiting') onRowLeaves();
      await finish({ title: webhookTexts.resent(count) });
    });
  return (
    <ResendingContext value={{ isBusy: attempt.isBusy, onResend }}>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, webhookPage.actFailed)} />}
      <Table
        label={webhookPage.deliveriesTitle}
        columns={columns}
        rows={page.rows}
        empty={<Empty icon={Inbox} text={texts.none} />}
        noMatch={() => (
          <>
            <p>{texts.noMatch}</p>
            <Button onClick={() => change(unfilteredDeliveries)}>{texts.showAll}</Button>
          </>
        )}
        remote={remoteList(controls, { total: page.total, isRestricted: isDeliveryFiltered(state) })}
      />
    </ResendingContext>
  );
}

interface Resending {
  isBusy: boolean;
  onResend: (id: number) => void;
}

/** Cells read it from a context, because new columns would draw every cell anew and lose the focus. */
const ResendingContext = createContext<Resending | null>(null);

function ResendAct({ delivery: { id, act, activityId, happenedAt, webhookName, isWebhookActive } }: { delivery: DeliveryView }) {
  const { zone } = useSession();
  const resending = use(ResendingContext);
  if (!isWebhookActive) return <span className="muted">{texts.inactive}</span>;
  return (
    <Button
      isBusy={resending?.isBusy ?? false}
      onClick={() => resending?.onResend(id)}
      aria-label={texts.resendOf(eventLabel(act), activityId, writtenInstant(happenedAt, zone), webhookName)}
    >
      {texts.resend}
    </Button>
  );
}

const helper = createColumnHelper<Features, DeliveryView>();

const deliveryColumns = (zone: string) => [
  helper.accessor(({ happenedAt }) => writtenInstant(happenedAt, zone), {
    id: 'at',
    header: texts.happened,
    meta: { width: 116, onCard: 'head', isTabular: true },
  }),
  helper.accessor(({ act }) => eventLabel(act), {
    id: 'event',
    header: texts.event,
    meta: { width: 128, onCard: 'lead' },
    cell: ({ getValue, row: { original } }) => (
      <div className="webhook-cell">
        {getValue()}
        {original.activityId !== null && <Link to={consultPages.assigned(original.activityId)}>{texts.folio(original.activityId)}</Link>}
      </div>
    ),
  }),
  helper.accessor('webhookName', { id: 'webhook', header: texts.webhook, meta: { width: 112 } }),
  helper.accessor(({ state }) => deliveryStateLabels[state], {
    id: 'state',
    header: texts.state,
    meta: { width: 104 },
    cell: ({ getValue, row: { original } }) => <span className={original.state === 'failed' ? 'late' : undefined}>{getValue()}</span>,
  }),
  helper.accessor('tries', { id: 'tries', header: texts.tries, meta: { width: 72, isTabular: true } }),
  helper.accessor((delivery) => failureSentence(delivery) ?? answerText(delivery), {
    id: 'answer',
    header: texts.answer,
    cell: ({ getValue, row: { original } }) => (
      <div className="webhook-cell">
        {getValue()}
        {original.nextTryAt && <span className="muted">{texts.nextTry(writtenInstant(original.nextTryAt, zone))}</span>}
      </div>
    ),
  }),
  helper.display({
    id: 'acts',
    header: texts.acts,
    meta: { width: 116, onCard: 'action' },
    cell: ({ row: { original } }) => <ResendAct delivery={original} />,
  }),
];

const answerText = ({ lastStatus }: DeliveryView): string => (lastStatus === null ? texts.nothing : texts.answered(lastStatus));

/** Selects the deliveries that the page lists. Its address keeps it. */
interface DeliveriesState extends ListPage {
  /** 0 for any. */
  webhook: number;
  state: DeliveryState | '';
}

/** Reads the state from an address and ignores invalid values. */
export const readDeliveriesState = (address: URLSearchParams): DeliveriesState => ({
  webhook: readNumber(address, 'webhook', ID_MAX, 0),
  state: deliveryStates.find((state) => state === address.get('state')) ?? '',
  ...readListPage(address),
});

const unfilteredDeliveries = { webhook: 0, state: '' } as const;
const isDeliveryFiltered = ({ webhook, state }: DeliveriesState): boolean => Boolean(webhook || state);

/** The input of the call that lists them. */
export const deliveriesInput = ({ webhook, state, page, size }: DeliveriesState) => ({
  webhookId: webhook || undefined,
  state: state || undefined,
  page,
  pageSize: size,
});
