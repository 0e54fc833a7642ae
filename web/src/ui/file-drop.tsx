import type { LucideIcon } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { focusFirst } from './dialog.tsx';
import './file-drop.css';

interface FileDropProps {
  icon: LucideIcon;
  /** What the browser's chooser is called. */
  label: string;
  /** File name endings and media types the chooser offers; the server decides. */
  accept: string;
  /** The line under the invitation. */
  rule: string;
  error: string | undefined;
  onChosen: (file: File) => void;
  children: ReactNode;
}

/** One file by click or drop. */
export function FileDrop({ icon: Icon, label, accept, rule, error, onChosen, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onChosen(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button inside does the same. */}
      <div
        className="file-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <button
          type="button"
          aria-describedby={`${id}-rule${error ? ` ${id}-error` : ''}`}
          aria-invalid={error ? true : undefined}
          onClick={() => input.current?.click()}
          {...focusFirst}
        >
          <Icon size={22} strokeWidth={1.75} aria-hidden="true" />
          <span>{children}</span>
          <small id={`${id}-rule`}>{rule}</small>
        </button>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {error && (
        <p className="file-drop-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
