import type { Endpoints, Reply } from '@bitacora/core/contract';
import { latestExpiry, type TokenScope, tokenScopes, usualExpiry } from '@bitacora/core/domain/account/account';
import type { CalendarDate } from '@bitacora/core/domain/calendar';
import { adminPolicy } from '@bitacora/core/domain/people/person';
import { tokenTexts } from '@bitacora/core/messages/account/profile';
import { writtenDay, writtenInstant, writtenInstantDay } from '@bitacora/core/messages/dates';
import { CalendarSync, KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { Loaded } from '../layout/loaded.tsx';
import { Card, CardRows } from '../layout/page.tsx';
import { feedTexts } from '../messages/profile-texts.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { DayEntry } from '../ui/day-entry.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { CallFormDialog, demandFilled, FormField, FormName, useCallForm } from '../ui/form.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';
import { ChatLinks } from './chat-links.tsx';
import type { SectionProps } from './profile-reads.ts';

/** What acts for the person elsewhere: chats, calendar and programs. */
export default function ConnectionsSection({ reads }: SectionProps) {
  return (
    <>
      <ChatLinks links={reads.links()} entrances={reads.entrances()} />
      <CalendarFeed feed={reads.feed()} />
      <Tokens tokens={reads.tokens()} />
    </>
  );
}

/** The API serves it, outside the pages of the web. */
const API_PAGE = '/api/docs';

type OwnToken = Reply<Endpoints['listTokens']>[number];

/** The person's access tokens: create, list, revoke. */
function Tokens({ tokens }: { tokens: Promise<OwnToken[]> }) {
  const { client } = useClients();
  const [isCreating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<OwnToken | null>(null);
  return (
    <Card
      title={tokenTexts.title}
      lead={tokenTexts.lead}
      action={
        <Button icon={KeyRound} onClick={() => setCreating(true)}>
          {tokenTexts.create}
        </Button>
      }
    >
      <CardRows of={tokens} none={tokenTexts.empty}>
        {(token) => <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />}
      </CardRows>
      <p>
        <a href={API_PAGE}>{tokenTexts.toDocumentation}</a>
      </p>
      {isCreating && <TokenDialog onClose={() => setCreating(false)} />}
      {revoking && (
        <ConfirmDialog
          texts={tokenTexts.revocation}
          act={() => client.revokeToken({ tokenId: revoking.id })}
          onClose={() => setRevoking(null)}
        >
          <p>{tokenTexts.revocation.body(revoking.name)}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}

function TokenRow({ token, onRevoke }: { token: OwnToken; onRevoke: () => void }) {
  const { today } = useSession();
  const day = writtenDay(token.expiresOn);
  const facts = [
    tokenTexts.scopes[token.scope],
    token.expiresOn < today ? tokenTexts.expired(day) : tokenTexts.expires(day),
    token.lastUsedAt ? tokenTexts.lastUsed(writtenInstant(token.lastUsedAt)) : tokenTexts.neverUsed,
  ];
  return (
    <li className="card-row">
      <div>
        <p>
          <span className="card-row-name">{token.name}</span> <code className="muted">{token.prefix}…</code>
        </p>
        <p className="muted">{facts.join(' · ')}</p>
      </div>
      <IconButton icon={Trash2} label={tokenTexts.revoke(token.name)} hasTip onClick={onRevoke} />
    </li>
  );
}

const NAME_MAX = 100;

type TokenFields = { name: string; scope: TokenScope; expiresOn: CalendarDate | null };

/** Creates a token and shows its secret once. */
function TokenDialog({ onClose }: { onClose: () => void }) {
  const { client } = useClients();
  const { today, user } = useSession();
  const { revalidate } = useRevalidator();
  const form = useCallForm<TokenFields>({ name: '', scope: 'read', expiresOn: usualExpiry(today) });
  const [secret, setSecret] = useState<string | null>(null);
  const scopes = tokenScopes
    .filter((scope) => scope !== 'import_people' || adminPolicy.manageUsers(user))
    .map((scope) => ({ value: scope, label: tokenTexts.scopes[scope] }));
  const create = async ({ name, scope, expiresOn }: TokenFields) => {
    const created = await client.createToken({ name, scope, ...demandFilled({ expiresOn }) });
    setSecret(created.secret);
    await revalidate();
    return false;
  };
  if (secret !== null)
    return (
      <SecretDialog title={tokenTexts.madeTitle} lead={tokenTexts.madeLead} label={tokenTexts.secret} secret={secret} onClose={onClose} />
    );
  return (
    <CallFormDialog form={form} texts={tokenTexts.creation} onSubmit={create} onClose={onClose}>
      <FormName form={form} name="name" label={tokenTexts.name} hint={tokenTexts.nameHint} maxLength={NAME_MAX} />
      <Choice
        legend={tokenTexts.scope}
        name="scope"
        value={form.watch('scope')}
        options={scopes}
        onChange={(scope) => form.setValue('scope', scope as TokenScope)}
      />
      <FormField
        form={form}
        name="expiresOn"
        label={tokenTexts.expiresOn}
        hint={tokenTexts.expiryHint(writtenDay(latestExpiry(today)))}
        isRequired
      >
        {(tie, value, onChange) => <DayEntry tie={tie} value={value} min={today} max={latestExpiry(today)} onChange={onChange} />}
      </FormField>
    </CallFormDialog>
  );
}

type Feed = Reply<Endpoints['readCalendarFeed']>;

/** The address of the calendar feed: create, show once, replace, revoke. */
function CalendarFeed({ feed }: { feed: Promise<Feed> }) {
  return (
    <Card title={feedTexts.title} lead={feedTexts.lead}>
      <Loaded of={feed}>{(current) => <Address feed={current} />}</Loaded>
    </Card>
  );
}

function Address({ feed }: { feed: Feed }) {
  const { client } = useClients();
  const { zone } = useSession();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const [question, setQuestion] = useState<'replacement' | 'revocation' | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const created = await client.createCalendarFeed();
    setUrl(created.url);
    await revalidate();
  };
  return (
    <>
      {attempt.error !== null && <Alert title={errorSentence(attempt.error, feedTexts.createFailed)} />}
      {feed.createdAt ? (
        <div className="card-row card-row-only">
          <p className="muted">
            {feedTexts.since(writtenInstantDay(feed.createdAt, zone))} ·{' '}
            {feed.readAt ? feedTexts.readAt(writtenInstant(feed.readAt)) : feedTexts.neverRead}
          </p>
          <span className="card-row-acts">
            <Button onClick={() => setQuestion('replacement')}>{feedTexts.replace}</Button>
            <Button tone="danger" onClick={() => setQuestion('revocation')}>
              {feedTexts.revoke}
            </Button>
          </span>
        </div>
      ) : (
        <div className="card-row card-row-only">
          <p className="muted">{feedTexts.none}</p>
          <Button icon={CalendarSync} isBusy={attempt.isBusy} onClick={() => void attempt.run(make)}>
            {feedTexts.create}
          </Button>
        </div>
      )}
      {question && (
        // Asks, because calendars lose the current address.
        <ConfirmDialog
          texts={feedTexts[question]}
          act={question === 'replacement' ? make : () => client.revokeCalendarFeed()}
          onClose={() => setQuestion(null)}
        >
          <p>{feedTexts[question].body}</p>
        </ConfirmDialog>
      )}
      {url && (
        <SecretDialog
          title={feedTexts.madeTitle}
          lead={feedTexts.madeLead}
          label={feedTexts.address}
          secret={url}
          onClose={() => setUrl(null)}
        >
          <section className="feed-ways" aria-label={feedTexts.how}>
            <h3>{feedTexts.how}</h3>
            <dl>
              {feedTexts.ways.map(({ program, steps }) => (
                <div key={program}>
                  <dt>{program}</dt>
                  <dd>{steps}</dd>
                </div>
              ))}
            </dl>
            <p className="muted">{feedTexts.reach}</p>
          </section>
        </SecretDialog>
      )}
    </>
  );
}
