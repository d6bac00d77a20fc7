import { compareStructural, computed } from 'mobx';
import { useMemo } from 'react';
import { useServices, type Services } from '../app/services.ts';

/**
 * What a rule makes of a subject and of the states, for an observer: it renders anew when the outcome is another one,
 * and not each time that the clock ticks or the place moves on which the outcome rests.
 *
 * @param rule one and the same function at every render
 * @returns what `rule` answers, compared by its fields
 */
export function useOutcome<Subject, Outcome>(
  rule: (subject: Subject, services: Services) => Outcome,
  subject: Subject,
): Outcome {
  const services = useServices();
  const outcome = useMemo(
    () => computed(() => rule(subject, services), { equals: compareStructural }),
    [rule, services, subject],
  );
  return outcome.get();
}
