import styles from './switch.module.css';

type SwitchProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onSet: (on: boolean) => void;
};

export function Switch({ label, isOn, onSet }: SwitchProps) {
  return (
    <label className={styles['switch']}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        onChange={(event) => onSet(event.target.checked)}
      />
      {label}
    </label>
  );
}
