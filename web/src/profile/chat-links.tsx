import type { Endpoints, Reply } from '@bitacora/core/contract';
import { chatLinkTexts } from '@bitacora/core/messages/account/profile';
import { writtenInstantDay } from '@bitacora/core/messages/dates';
import { frame } from '@bitacora/core/messages/layout';
import { MessageCircle, Unlink } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router-dom';
import { useFinish, useSession } from '../app/app.ts';
import { useClients } from '../app/clients.ts';
import { paths } from '../app/paths.ts';
import { DeferredContent, Loaded } from '../layout/loaded.tsx';
import { Card, CardRows } from '../layout/page.tsx';
import { Button, CancelButton, IconButton } from '../ui/button.tsx';
import { Check } from '../ui/choice.tsx';
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { Alert } from '../ui/states.tsx';
import { errorSentence, useAttempt } from '../ui/use-attempt.ts';

export type LinkedAccount = Reply<Endpoints['listChatLinks']>[number];

/** The linked chat accounts. A link from the bot opens the confirmation of another. */
export function ChatLinks({ links, entrances }: { links: Promise<LinkedAccount[]>; entrances: Promise<BotEntrance[]> }) {
  const { client } = useClients();
  const [removing, setRemoving] = useState<LinkedAccount | null>(null);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const code = new URLSearchParams(hash.slice(1)).get('chat_link');
  return (
    <Card title={chatLinkTexts.title} lead={chatLinkTexts.lead}>
      <CardRows of={links} none={chatLinkTexts.empty}>
        {(link) => <ChatLinkRow key={link.id} link={link} onRemove={() => setRemoving(link)} />}
      </CardRows>
      <Loaded of={entrances}>{(rows) => <Entrances entrances={rows} />}</Loaded>
      {removing && (
        <ConfirmDialog
          texts={chatLinkTexts.removal}
          act={() => client.unlinkChat({ linkId: removing.id })}
          onClose={() => setRemoving(null)}
        >
          <p>{chatLinkTexts.removal.body(removing.service, removing.displayName)}</p>
        </ConfirmDialog>
      )}
      {code && <ChatLinkDialog key={code} code={code} onClose={() => void navigate(`${paths.profile}#conexiones`, { replace: true })} />}
    </Card>
  );
}

type BotEntrance = Reply<Endpoints['listChatEntrances']>[number];

/** Leads to the bot of this installation, to open it or to add it to the chat. */
function Entrances({ entrances }: { entrances: readonly BotEntrance[] }) {
  const [isLinking, setLinking] = useState(false);
  if (entrances.length === 0) return <p className="muted">{chatLinkTexts.noEntrance}</p>;
  const others = entrances.filter(({ service }) => service !== 'whatsapp');
  return (
    <>
      {others.length > 0 && <p className="muted">{chatLinkTexts.entranceHint}</p>}
      {others.map(({ service, url }) => (
        <p key={service}>
          <a href={url} target="_blank" rel="noreferrer">
            {chatLinkTexts.entrance(service)}
          </a>
        </p>
      ))}
      {others.length < entrances.length && (
        <p>
          <Button icon={MessageCircle} onClick={() => setLinking(true)}>
            {chatLinkTexts.link('whatsapp')}
          </Button>
        </p>
      )}
      {isLinking && <WhatsAppDialog onClose={() => setLinking(false)} />}
    </>
  );
}

/** Says what the person agrees to, then shows the code that they send from WhatsApp. */
function WhatsAppDialog({ onClose }: { onClose: () => void }) {
  const { client } = useClients();
  const { revalidate } = useRevalidator();
  const [isNotifiedHere, setNotifiedHere] = useState(true);
  const [linkCode, setLinkCode] = useState<Reply<Endpoints['createChatLinkCode']> | null>(null);
  const close = () => {
    onClose();
    void revalidate(); // the code may have arrived
  };
  if (linkCode)
    return (
      <SecretDialog
        title={chatLinkTexts.codeCreation.title}
        lead={chatLinkTexts.codeLead}
        label={chatLinkTexts.codeLabel}
        secret={linkCode.code}
        onClose={close}
      >
        <p>
          <a href={linkCode.url} target="_blank" rel="noreferrer">
            {chatLinkTexts.openWhatsApp}
          </a>
        </p>
        <p className="muted">{chatLinkTexts.leave}</p>
      </SecretDialog>
    );
  const make = async () => {
    setLinkCode(await client.createChatLinkCode({ isNotifiedHere }));
    return false;
  };
  return (
    <ConfirmDialog texts={chatLinkTexts.codeCreation} tone="accent" act={make} onClose={onClose}>
      <p>
        {chatLinkTexts.consent} {chatLinkTexts.leave}
      </p>
      <Check
        label={chatLinkTexts.notify('whatsapp')}
        hint={chatLinkTexts.notifyHint}
        isTicked={isNotifiedHere}
        onChange={setNotifiedHere}
      />
    </ConfirmDialog>
  );
}

function ChatLinkRow({ link, onRemove }: { link: LinkedAccount; onRemove: () => void }) {
  const { zone } = useSession();
  const label = chatLinkTexts.remove(link.service, link.displayName);
  return (
    <li className="card-row">
      <div>
        <p className="card-row-name">{chatLinkTexts.account(link.service, link.displayName)}</p>
        <p className="muted">
          {link.service !== 'whatsapp' && `${chatLinkTexts.workspace(link.workspace)} · `}
          {chatLinkTexts.linkedOn(writtenInstantDay(link.linkedAt, zone))}
        </p>
      </div>
      <IconButton icon={Unlink} label={label} hasTip onClick={onRemove} />
    </li>
  );
}

type LinkOffer = Reply<Endpoints['readChatLinkOffer']>;

/** Shows the chat account of a link and asks for confirmation. */
function ChatLinkDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const { client } = useClients();
  const finish = useFinish();
  const attempt = useAttempt();
  const [request, setRequest] = useState<LinkOffer | null>(null);
  const [isNotifiedHere, setNotifiedHere] = useState(true);
  const ask = async () => {
    const answer = await client.readChatLinkOffer({ code });
    setRequest(answer);
    return answer;
  };
  const confirm = async ({ service }: LinkOffer) => {
    if (!(await attempt.run(() => client.confirmChatLink({ code, isNotifiedHere })))) return;
    await finish({ title: chatLinkTexts.linked(service) });
    onClose();
  };
  return (
    <Dialog
      title={chatLinkTexts.linkTitle}
      onClose={onClose}
      isBusy={attempt.isBusy}
      footer={
        <>
          <CancelButton onClick={onClose} isBusy={attempt.isBusy}>
            {frame.cancel}
          </CancelButton>
          {request && (
            <Button tone="accent" isBusy={attempt.isBusy} onClick={() => confirm(request)}>
              {chatLinkTexts.link(request.service)}
            </Button>
          )}
        </>
      }
    >
      <DeferredContent ask={ask}>
        {({ service, displayName, workspace }) => (
          <>
            {attempt.error !== null && <Alert title={errorSentence(attempt.error, chatLinkTexts.linkFailed)} />}
            <div>
              <p className="dialog-subject">{chatLinkTexts.account(service, displayName)}</p>
              <p className="muted">{chatLinkTexts.workspace(workspace)}</p>
            </div>
            <p>{chatLinkTexts.linkQuestion}</p>
            <Check
              label={chatLinkTexts.notify(service)}
              hint={chatLinkTexts.notifyHint}
              isTicked={isNotifiedHere}
              disabled={attempt.isBusy}
              onChange={setNotifiedHere}
            />
          </>
        )}
      </DeferredContent>
    </Dialog>
  );
}
