import { rowPieces, type DataExport } from '../platform/data-export.ts';

/** The creator's ledger entries one by one; a statement can be checked against them. */
export const exportLedger: DataExport = async (_ctx, tx, person) => ({
  ledger_entries: rowPieces(
    tx,
    tx
      .selectFrom('ledger_entries')
      .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
      .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
      .select([
        'ledger_accounts.merchant_account_id',
        'ledger_accounts.kind as account',
        'ledger_entries.account_seq',
        'ledger_entries.amount',
        'ledger_entries.currency',
        'ledger_transactions.kind',
        'ledger_transactions.reference',
        'ledger_transactions.occurred_at',
      ])
      .where('ledger_accounts.creator_id', '=', person.userId)
      .where('ledger_entries.creator_id', '=', person.userId)
      .orderBy('ledger_accounts.id')
      .orderBy('ledger_entries.account_seq'),
  ),
});
