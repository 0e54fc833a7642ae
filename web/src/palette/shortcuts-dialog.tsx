import { frame } from '@bitacora/core/messages/layout';
import { useState } from 'react';
import { shortcuts } from '../messages/palette.ts';
import { Button } from '../ui/button.tsx';
import { Tick } from '../ui/choice.tsx';
import { Dialog, focusFirst } from '../ui/dialog.tsx';
import { commandKey, isHelpKeyOn, setHelpKey } from './help-key.ts';
import './shortcuts-dialog.css';

/** The keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const [isOn, setOn] = useState(isHelpKeyOn);
  const keys: readonly [string[], string][] = [
    [[commandKey(), 'K'], shortcuts.search],
    ...(isOn ? ([[['?'], shortcuts.help]] as [string[], string][]) : []),
    [['Tab'], shortcuts.next],
    [['Mayús', 'Tab'], shortcuts.previous],
    [['Enter'], shortcuts.press],
    [['Esc'], shortcuts.leave],
  ];
  return (
    <Dialog
      title={shortcuts.title}
      onClose={onClose}
      footer={
        <Button tone="accent" onClick={onClose} {...focusFirst}>
          {frame.close}
        </Button>
      }
    >
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
