<?php
/**
 * Removes the webhooks and the settings when the plugin is deleted. Click ids stay in the orders.
 *
 * @package Vitrine
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

$vitrine_saved = get_option( 'vitrine_for_woocommerce', array() );
foreach ( (array) ( $vitrine_saved['webhooks'] ?? array() ) as $vitrine_id ) {
	$vitrine_webhook = function_exists( 'wc_get_webhook' ) ? wc_get_webhook( (int) $vitrine_id ) : null;
	if ( $vitrine_webhook ) {
		$vitrine_webhook->delete( true );
	}
}
delete_option( 'vitrine_for_woocommerce' );
