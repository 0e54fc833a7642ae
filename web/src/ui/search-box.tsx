import { lists } from '@bitacora/core/messages/lists';
import { Search, X } from 'lucide-react';
import { InputText } from 'primereact/inputtext';
import { useRef } from 'react';
import { IconButton } from './button.tsx';
import './field.css';
import './search-box.css';

export function SearchBox({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="search-box">
      <Search size={16} aria-hidden="true" />
      <InputText
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && <IconButton icon={X} label={lists.clearSearch} onClick={empty} />}
    </div>
  );
}
