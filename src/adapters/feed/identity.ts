/**
 * Makes a short id from longer text, for use in addresses. The same text always gives the same id. Two 32-bit hashes
 * (with the mixing of MurmurHash3) give 53 bits. Among ten million ids, the chance of a collision is about 1 in 200.
 */
export const identityOf = (kind: string, ...parts: readonly string[]): string =>
  `${kind}-${hashOf(parts.join('\n')).toString(36).padStart(11, '0')}`;

/** A number of 53 bits that is made of a text. */
export const hashOf = (text: string): number => {
  let high = 0xde_ad_be_ef;
  let low = 0x41_c6_ce_57;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.codePointAt(at) ?? 0;
    high = Math.imul(high ^ unit, 0x9e_37_79_b1);
    low = Math.imul(low ^ unit, 0x5f_35_64_95);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85_eb_ca_6b) ^ Math.imul(low ^ (low >>> 13), 0xc2_b2_ae_35);
  low = Math.imul(low ^ (low >>> 16), 0x85_eb_ca_6b) ^ Math.imul(high ^ (high >>> 13), 0xc2_b2_ae_35);
  return 0x1_00_00_00_00 * (high & 0x1f_ff_ff) + (low >>> 0);
};
