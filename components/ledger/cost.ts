const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** Price of a call in the installation's one currency, which is not named anywhere. */
export const formatCost = (cost: number): string => money.format(cost);
