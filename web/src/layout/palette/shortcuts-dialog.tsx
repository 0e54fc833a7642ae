import { useState } from 'react';
import { useSession } from '../../app/app.ts';
import type { CurrentUser } from '../../app/session-memory.ts';
import { shortcuts } from '../../messages/layout-texts.ts';
import { Tick } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { commandKey, isHelpKeyOn, placesByKey, setHelpKey } from './shortcuts.ts';
import './shortcuts-dialog.css';

type KeyRow = readonly [keys: readonly string[], meaning: string];
const singleKeys = (user: CurrentUser): readonly KeyRow[] => [
  [['J'], shortcuts.nextRow],
  [['K'], shortcuts.earlierRow],
  [['Enter'], shortcuts.openRow],
  [['X'], shortcuts.chooseRow],
  [['C'], shortcuts.create],
  ...Object.keys(placesByKey(user)).map(
    (key): KeyRow => [['G', key.toUpperCase()], shortcuts.places[key as keyof typeof shortcuts.places]],
  ),
  [['?'], shortcuts.help],
];

/** The keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(isHelpKeyOn);
  const { user } = useSession();
  const keys: readonly KeyRow[] = [
    [[commandKey(), 'K'], shortcuts.search],
    [[commandKey(), 'Enter'], shortcuts.submit],
    ...(isOn ? singleKeys(user) : []),
    [['Espacio'], shortcuts.preview],
    [['Tab'], shortcuts.next],
    [['Mayús', 'Tab'], shortcuts.previous],
    [['Enter'], shortcuts.press],
    [['Esc'], shortcuts.leave],
  ];
  return (
    <Dialog title={shortcuts.title} onClose={onClose}>
      <dl className="shortcuts">
        {keys.map(([pressed, meaning]) => (
          <div key={meaning}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label className="shortcuts-choice">
        <Tick
          isTicked={isOn}
          onChange={(next) => {
            setHelpKey(next);
            setOn(next);
          }}
        />
        {shortcuts.isHelpKeyOn}
      </label>
    </Dialog>
  );
}
