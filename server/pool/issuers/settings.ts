/** What groups of an issuer give. Null: nothing of this kind. */
export interface Given {
  readonly role: 'listener' | 'publisher' | 'owner' | null;
  readonly plan: 'monthly' | 'annual' | null;
}

/** A role or a plan. */
export type Gift = NonNullable<Given['role'] | Given['plan']>;

/** A provider of OpenID Connect with which people sign in, as the operator describes it (SES-153). */
export interface IssuerSettings {
  /** Lower-case letters, digits and hyphens. It stands in the address to which the provider returns. */
  readonly id: string;
  /** Shown on buttons. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Null: a public client. */
  readonly clientSecret: string | null;
  /** With spaces between them. */
  readonly scopes: string;
  /** The claim with the groups of a person. Null: groups give nothing. */
  readonly groupsClaim: string | null;
  /** What each group gives. */
  readonly gifts: ReadonlyMap<string, readonly Gift[]>;
  /** Whether an account with the same verified address is joined (SES-156). */
  readonly joins: boolean;
}

const ROLES = ['owner', 'publisher', 'listener'] as const;
const PLANS = ['annual', 'monthly'] as const;

/** The roles and plans that a group may give. */
export const GIFTS: readonly Gift[] = [...ROLES, ...PLANS];

/** What the groups of a person give: the highest role, and the longer plan (SES-157). */
export function givenBy(settings: Pick<IssuerSettings, 'gifts'>, groups: readonly string[]): Given {
  const gifts = new Set(groups.flatMap((group) => settings.gifts.get(group) ?? []));
  return {
    role: ROLES.find((role) => gifts.has(role)) ?? null,
    plan: PLANS.find((plan) => gifts.has(plan)) ?? null,
  };
}
