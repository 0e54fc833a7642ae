import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import './control.css';
import './search-box.css';

interface SearchBoxProps {
  label: string;
  clear: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchBox({ label, clear, value, onChange }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const empty = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="search-box">
      <Search size={16} aria-hidden="true" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        className="control"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      {value && (
        <button type="button" className="icon-button" aria-label={clear} onClick={empty}>
          <X size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
