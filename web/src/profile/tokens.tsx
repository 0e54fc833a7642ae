import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenDay, writtenInstant } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { tokenTexts } from '@bitacora/core/messages/profile';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';
import { TokenDialog } from './token-dialog.tsx';

export type OwnToken = Reply<Endpoints['listTokens']>[number];

/** The person's access tokens: create, list, revoke. */
export function Tokens({ tokens }: { tokens: Promise<OwnToken[]> }) {
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
      <Loaded of={tokens}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{tokenTexts.empty}</p>
          ) : (
            <ul className="card-rows">
              {rows.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isCreating && <TokenDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />}
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
      <button
        type="button"
        className="icon-button"
        aria-label={tokenTexts.revoke(token.name)}
        title={tokenTexts.revoke(token.name)}
        onClick={onRevoke}
      >
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: OwnToken; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const revoke = async () => {
    if (!(await attempt.run(() => client.revokeToken({ tokenId: token.id })))) return;
    notices.show({ title: tokenTexts.revoked });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={tokenTexts.revokeTitle}
      closeLabel={frame.close}
      confirmLabel={tokenTexts.revokeConfirm}
      keepLabel={tokenTexts.revokeKeep}
      failed={tokenTexts.revokeFailed}
      attempt={attempt}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{tokenTexts.revokeBody(token.name)}</p>
    </ConfirmDialog>
  );
}
