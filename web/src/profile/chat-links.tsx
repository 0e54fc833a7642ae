import type { Endpoints, Reply } from '@bitacora/core/contract';
import { writtenInstantDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { chatLinkTexts } from '@bitacora/core/messages/profile';
import { Unlink } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { useApp } from '../app.ts';
import { Card } from '../layout/card.tsx';
import { Loaded } from '../layout/loaded.tsx';
import { paths } from '../layout/paths.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { useSession } from '../use-session.ts';
import { ChatLinkDialog } from './chat-link-dialog.tsx';

export type ChatLink = Reply<Endpoints['listChatLinks']>[number];

/** The linked chat accounts. A link from the bot opens the confirmation of another. */
export function ChatLinks({ links }: { links: Promise<ChatLink[]> }) {
  const [removing, setRemoving] = useState<ChatLink | null>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const code = new URLSearchParams(hash.slice(1)).get('chat_link');
  return (
    <Card title={chatLinkTexts.title} lead={chatLinkTexts.lead}>
      <Loaded of={links}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{chatLinkTexts.empty}</p>
          ) : (
            <ul className="card-rows">
              {rows.map((link) => (
                <ChatLinkRow key={link.id} link={link} onRemove={() => setRemoving(link)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {removing && <RemoveDialog link={removing} onClose={() => setRemoving(null)} />}
      {code && <ChatLinkDialog key={code} code={code} onClose={() => void navigate(paths.profile, { replace: true })} />}
    </Card>
  );
}

function ChatLinkRow({ link, onRemove }: { link: ChatLink; onRemove: () => void }) {
  const { zone } = useSession();
  const label = chatLinkTexts.remove(link.service, link.displayName);
  return (
    <li className="card-row">
      <div>
        <p className="card-row-name">{chatLinkTexts.account(link.service, link.displayName)}</p>
        <p className="muted">
          {chatLinkTexts.workspace(link.workspace)} · {chatLinkTexts.linkedOn(writtenInstantDay(link.linkedAt, zone))}
        </p>
      </div>
      <button type="button" className="icon-button" aria-label={label} title={label} onClick={onRemove}>
        <Unlink size={16} aria-hidden="true" />
      </button>
    </li>
  );
}

function RemoveDialog({ link, onClose }: { link: ChatLink; onClose: () => void }) {
  const { client, notices } = useApp();
  const { revalidate } = useRevalidator();
  const attempt = useAttempt();
  const remove = async () => {
    if (!(await attempt.run(() => client.unlinkChat({ linkId: link.id })))) return;
    notices.show({ title: chatLinkTexts.removed });
    await revalidate();
    onClose();
  };
  return (
    <ConfirmDialog
      title={chatLinkTexts.removeTitle}
      closeLabel={frame.close}
      confirmLabel={chatLinkTexts.removeConfirm}
      keepLabel={chatLinkTexts.removeKeep}
      failed={chatLinkTexts.removeFailed}
      attempt={attempt}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>{chatLinkTexts.removeBody(link.service, link.displayName)}</p>
    </ConfirmDialog>
  );
}
